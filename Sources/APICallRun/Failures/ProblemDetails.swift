package import APICallHTTP
import JSONText

/// What the body of a response says of a failure, as problem details (RFC 9457): it is read besides
/// wherever the body goes.
package struct ProblemDetails {
  /// The most bytes of a body that are read: 64 KiB.
  private static let limit = 64 << 10
  /// The most characters of a message.
  static let longestWords = 300

  /// What has come of the body.
  private(set) var octets: [UInt8] = []
  private var isTooLong = false

  /// Begins to read a body; nil if its media type is another one.
  ///
  /// - Parameter head: the response's head.
  package init?(of head: ResponseHead) {
    guard let type = head.mediaType, type.type == "application", type.subtype == "problem+json"
    else { return nil }
  }

  /// Takes the next piece.
  package mutating func receive(_ piece: Span<UInt8>) {
    isTooLong = isTooLong || octets.count + piece.count > Self.limit
    if isTooLong {
      octets = []
    } else {
      piece.withUnsafeBufferPointer { octets.append(contentsOf: $0) }
    }
  }

  /// The title and the detail, on one line.
  ///
  /// - Parameter reason: what the status is called: a title that says no more is left out.
  /// - Returns: nil where neither says anything, or the body is not what its media type says.
  func words(besides reason: String) -> String? {
    guard let body = try? JSONDocument(octets).root, body.kind == .object else { return nil }
    let title = Self.line(body["title"])
    guard let detail = Self.line(body["detail"]) else { return title == reason ? nil : title }
    guard let title, title != reason, !detail.hasPrefix(title) else { return detail }
    let isSentence = title.last.map { ".!?:;".contains($0) } ?? false
    return title + (isSentence ? " " : ": ") + detail
  }

  /// A text as one line; nil for what is not text, and for none.
  private static func line(_ value: JSONValue?) -> String? {
    guard let value, value.kind == .string, let text = value.string else { return nil }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty ? nil : line
  }
}
