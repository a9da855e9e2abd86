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
    let way = "set 'decode' to json, csv, yaml or another decoder"
    if let decoder, decoder == "hex" || mediaType == nil {
      return "the response is read as \(decoder), which is not JSON"
    }
    guard let mediaType else {
      return "the response has no Content-Type, so it was not read as JSON; \(way)"
    }
    return "the response is '\(mediaType)', which is not JSON; \(way)"
  }

  /// What there is of a body in which a pattern finds nothing.
  ///
  /// - Parameter count: the octets of the body.
  /// - Returns: the hint.
  func hint(of count: Int) -> String {
    if count == 0 { return "the response is empty" }
    return
      "the response is \(mediaType.map { "'\($0)', " } ?? "")\(count) byte\(count == 1 ? "" : "s")"
  }

  /// What a value holds.
  static func hint(of value: JSONValue) -> String {
    guard value.kind == .object else { return "the response is \(value.kind.typeName)" }
    let keys = value.members.prefix(12).map(\.key)
    return keys.isEmpty
      ? "the response is an empty map" : "the response has \(keys.joined(separator: ", "))"
  }
}
