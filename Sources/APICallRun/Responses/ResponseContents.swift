import APICallBase
import APICallHTTP
import JSONText

/// Describes the contents of a response in hints of messages.
struct ResponseContents {
  private let mediaType: String?
  private let decoder: String?

  /// Creates a description of a response.
  ///
  /// - Parameters:
  ///   - head: the response header.
  ///   - decoder: the name of the decoder that reads the body, if there is one.
  init(_ head: ResponseHead, readBy decoder: String?) {
    mediaType = head.header("Content-Type")
    self.decoder = decoder
  }

  /// Why the response is not JSON, and how to have it read.
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

  /// Describes a body in which a pattern finds nothing.
  ///
  /// - Parameter count: the size of the body in bytes.
  /// - Returns: the hint.
  func hint(of count: Int) -> String {
    if count == 0 { return "the response is empty" }
    return
      "the response is \(mediaType.map { "'\($0)', " } ?? "")\(count) byte\(count == 1 ? "" : "s")"
  }

  /// Describes what a value contains.
  static func hint(of value: JSONValue) -> String {
    guard value.kind == .object else { return "the response is \(value.kind.typeName)" }
    let keys = value.members.prefix(12).map(\.key)
    return keys.isEmpty
      ? "the response is an empty map" : "the response has \(keys.joined(separator: ", "))"
  }
}
