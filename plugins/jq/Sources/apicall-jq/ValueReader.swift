import CLibJQ
import Glibc

/// Reads JSON values one after another from a descriptor, each as soon as it is there.
///
/// A class, because the expression reads from it too, by `input`.
final class ValueReader {
  /// The number of values that were read.
  private(set) var count = 0
  /// Why no more can be read; nil as long as the input is as it should be.
  private(set) var problem: FilterProblem?

  private static let pieceLength = 64 << 10

  private let descriptor: Int32
  private let parser: OpaquePointer
  /// libjq reads from it until it asks for more.
  private let piece = UnsafeMutablePointer<CChar>.allocate(capacity: pieceLength)
  private let beforeWaiting: () -> Void
  private var isAtEnd = false

  /// A reader.
  ///
  /// - Parameters:
  ///   - descriptor: what is read from; it stays open.
  ///   - beforeWaiting: called each time before more is read, which may take long.
  init(descriptor: Int32, beforeWaiting: @escaping () -> Void) {
    self.descriptor = descriptor
    self.beforeWaiting = beforeWaiting
    parser = jv_parser_new(0)
    jv_parser_set_buf(parser, piece, 0, 1)
  }

  deinit {
    jv_parser_free(parser)
    piece.deallocate()
  }

  /// The next value, or nil at the end of the input and where there is a problem.
  func next() -> jv? {
    guard problem == nil else { return nil }
    while true {
      let value = jv_parser_next(parser)
      if jv_get_kind(value) != JV_KIND_INVALID {
        count += 1
        return value
      }
      let message = jv_invalid_get_msg(value)
      defer { jv_free(message) }
      if jv_get_kind(message) == JV_KIND_STRING {
        problem = FilterProblem(
          FilterProblem.wrongInput,
          "value \(count + 1) is not JSON that jq reads: \(String(cString: jv_string_value(message)))"
        )
        return nil
      }
      guard !isAtEnd, fill() else { return nil }
    }
  }

  /// Gives the parser what is read next; says whether it was given anything, be it the end.
  private func fill() -> Bool {
    beforeWaiting()
    var length = read(descriptor, piece, Self.pieceLength)
    while length < 0, errno == EINTR { length = read(descriptor, piece, Self.pieceLength) }
    guard length >= 0 else {
      problem = FilterProblem(
        FilterProblem.lostOutput, "the input cannot be read: \(String(cString: strerror(errno)))")
      return false
    }
    isAtEnd = length == 0
    jv_parser_set_buf(parser, piece, Int32(length), isAtEnd ? 0 : 1)
    return true
  }
}
