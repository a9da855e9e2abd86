/// Why a body cannot be decoded.
package enum DecompressionProblem: Error, Sendable, Hashable {
  /// The body ends before the coded data does.
  case cut(ContentCoding)
  /// The body is not valid in its coding; with the reason, if the decoder reports one.
  case corrupt(ContentCoding, String?)
  /// The body goes on after the end of the coded data.
  case surplus(ContentCoding)
  /// Decoding needs more memory than allowed; with the limit in bytes.
  case window(ContentCoding, limit: Int)
  /// The body grows beyond ``ExpansionLimit``.
  case expansion
  /// There is not enough memory.
  case memory

  /// The reason, in lower case and without a full stop.
  package var reason: String {
    switch self {
    case .cut(let coding): "the body ends in the middle of its \(coding.rawValue) data"
    case .corrupt(let coding, let reason):
      "the body is not valid \(coding.rawValue)" + (reason.map { ": \($0)" } ?? "")
    case .surplus(let coding): "the body goes on after the end of its \(coding.rawValue) data"
    case .window(let coding, let limit):
      "the body needs more than \(limit >> 20) MiB of memory to decode its \(coding.rawValue) data"
    case .expansion:
      "the body is more than \(ExpansionLimit.factor) times as long as its encoded form"
    case .memory: "there is not enough memory to decode the body"
    }
  }
}
