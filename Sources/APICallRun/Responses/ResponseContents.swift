import APICallBase
import APICallHTTP
package import JSONText

/// Describes the contents of a response in hints of messages.
package struct ResponseContents {
  /// The maximum number of characters of a media type with its parameters.
  private static let longestType = 120
  /// What is shown in place of text that is left out.
  ///
  /// Nothing is cut: half a secret would not be recognised and masked later.
  private static let ellipsis = "…"

  private let mediaType: String?
  private let decoder: String?

  /// Creates a description of a response.
  ///
  /// - Parameters:
  ///   - head: the response header.
  ///   - decoder: the name of the decoder that reads the body, if there is one.
  init(_ head: ResponseHead, readBy decoder: String?) {
    mediaType = head.header("Content-Type").map {
      $0.count > Self.longestType ? Self.ellipsis : $0
    }
    self.decoder = decoder
  }

  /// Why the response is not JSON, and how to choose a decoder.
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

  /// Describes what a value contains: its first keys, and `…` in place of a long one and of the rest.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - noun: what the value is.
  /// - Returns: the hint.
  package static func hint(of value: JSONValue, in noun: String = "the response") -> String {
    JSONContents(value).hint(in: noun)
  }
}
