import CLibJQ
import Glibc

/// Reads JSON values from a descriptor one after another, each as soon as it arrives.
///
/// It is a class because the expression also reads from it, with `input`.
final class ValueReader {
  /// The number of values that were read.
  private(set) var count = 0
  /// The reason why no more can be read; nil if the input is valid so far.
  private(set) var problem: FilterProblem?

  private static let pieceLength = 64 << 10

  private let descriptor: Int32
  private let parser: OpaquePointer
  /// libjq reads from this buffer until it needs more.
  private let piece = UnsafeMutablePointer<CChar>.allocate(capacity: pieceLength)
  private let beforeWaiting: () -> Void
  private var isAtEnd = false

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - descriptor: the descriptor to read from, which stays open.
  ///   - beforeWaiting: called before each read, which may take long.
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

  /// The next value; nil at the end of the input or after a problem.
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
          "value \(count + 1) is not JSON for jq: \(String(cString: jv_string_value(message)))"
        )
        return nil
      }
      guard !isAtEnd, fill() else { return nil }
    }
  }

  /// Passes the next bytes, or the end of the input, to the parser.
  ///
  /// Returns false if there is nothing to pass.
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
