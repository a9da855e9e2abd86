import APICallBase
import APICallHTTP
import JSONText

/// What an answer is, in the words of hints: it puts those who find nothing in it on the right
/// track.
struct AnswerContents {
  private let mediaType: String?
  private let decoder: String?

  /// Looks at an answer.
  ///
  /// - Parameters:
  ///   - head: its head.
  ///   - decoder: the name of the decoder that reads it, if there is one.
  init(_ head: ResponseHead, readBy decoder: String?) {
    mediaType = head.header("Content-Type")
    self.decoder = decoder
  }

  /// What there is in place of JSON, and the way out.
  var hintWithoutJSON: String {
    let way = "'decode: json', or csv, yaml and others, reads it as such"
    if let decoder, decoder == "hex" || mediaType == nil {
      return "the answer is read as \(decoder), which is no JSON"
    }
    guard let mediaType else {
      return "the answer names no Content-Type, so it was not read as JSON; \(way)"
    }
    return "the answer is '\(mediaType)': there is no JSON in it; \(way)"
  }

  /// What there is of a body in which a pattern finds nothing.
  ///
  /// - Parameter count: the octets of the body.
  /// - Returns: the hint.
  func hint(of count: Int) -> String {
    if count == 0 { return "the answer is empty" }
    return
      "the answer is \(mediaType.map { "'\($0)', " } ?? "")\(count) octet\(count == 1 ? "" : "s")"
  }

  /// What a value holds.
  static func hint(of value: JSONValue) -> String {
    guard value.kind == .object else { return "the answer is \(value.kind.typeName)" }
    let keys = value.members.prefix(12).map(\.key)
    return keys.isEmpty
      ? "the answer is an empty map" : "the answer has \(keys.joined(separator: ", "))"
  }
}
