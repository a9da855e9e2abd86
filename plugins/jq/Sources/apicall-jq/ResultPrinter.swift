import CLibJQ
import Glibc

/// Prints the results of the expression, each with a line feed.
struct ResultPrinter {
  private let file: UnsafeMutablePointer<FILE>
  private let flags: Int32
  private let isRaw: Bool

  /// Creates a printer.
  ///
  /// - Parameters:
  ///   - file: the file to write to.
  ///   - options: the form of the results.
  init(file: UnsafeMutablePointer<FILE>, options: FilterOptions) {
    self.file = file
    flags = options.printFlags
    isRaw = options.isRaw
  }

  /// Prints a result and consumes it.
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

  /// Flushes the output.
  ///
  /// - Throws: `FilterProblem` if any of it could not be written.
  func finish() throws(FilterProblem) {
    guard fflush(file) != 0 || ferror(file) != 0 else { return }
    throw FilterProblem(
      FilterProblem.lostOutput, "the result cannot be written: \(String(cString: strerror(errno)))")
  }
}
