import CLibJQ
import Glibc

/// Prints what the expression makes, each result with a line end.
struct ResultPrinter {
  private let file: UnsafeMutablePointer<FILE>
  private let flags: Int32
  private let isRaw: Bool

  /// A printer.
  ///
  /// - Parameters:
  ///   - file: what is written to.
  ///   - options: how.
  init(file: UnsafeMutablePointer<FILE>, options: FilterOptions) {
    self.file = file
    flags = options.printFlags
    isRaw = options.isRaw
  }

  /// Prints a result, and uses it up.
  func print(_ result: jv) {
    if isRaw, jv_get_kind(result) == JV_KIND_STRING {
      let length = Int(jv_string_length_bytes(jv_copy(result)))
      fwrite(jv_string_value(result), 1, length, file)
      jv_free(result)
    } else {
      jv_dumpf(result, file, flags)
    }
    putc(Int32(UInt8(ascii: "\n")), file)
  }

  /// Writes out all that was printed.
  ///
  /// - Throws: `FilterProblem` where any of it could not be written.
  func finish() throws(FilterProblem) {
    guard fflush(file) != 0 || ferror(file) != 0 else { return }
    throw FilterProblem(
      FilterProblem.lostOutput, "the result cannot be written: \(String(cString: strerror(errno)))")
  }
}
