package import APICallHTTP
import JSONText

/// The problem details in a response body (RFC 9457).
///
/// They are read in addition to whatever else is done with the body.
package struct ProblemDetails {
  /// The maximum number of bytes that are read of a body: 64 KiB.
  private static let limit = 64 << 10
  static let longestWords = 300

  /// The bytes of the body so far.
  package private(set) var bytes: [UInt8] = []
  private var isTooLong = false

  /// Begins to read a body; nil if it has another media type.
  package init?(of head: ResponseHead) {
    guard let type = head.mediaType, type.type == "application", type.subtype == "problem+json"
    else { return nil }
  }

  /// Takes the next piece; of a body above 64 KiB, everything is dropped.
  package mutating func receive(_ piece: Span<UInt8>) {
    isTooLong = isTooLong || bytes.count + piece.count > Self.limit
    if isTooLong {
      bytes = []
    } else {
      piece.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
    }
  }

  /// The title and the detail, on one line.
  ///
  /// Returns the text; nil if there is neither, or the body does not match its media type.
  func words(besides reason: String) -> String? {
    guard let body = try? JSONDocument(bytes).root, body.kind == .object else { return nil }
    let title = Self.line(body["title"])
    guard let detail = Self.line(body["detail"]) else { return title == reason ? nil : title }
    guard let title, title != reason, !detail.hasPrefix(title) else { return detail }
    let isSentence = title.last.map { ".!?:;".contains($0) } ?? false
    return title + (isSentence ? " " : ": ") + detail
  }

  /// A text as one line; nil for anything else, and for an empty text.
  private static func line(_ value: JSONNode?) -> String? {
    guard let value, value.kind == .string, let text = value.string else { return nil }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return line.isEmpty ? nil : line
  }
}
