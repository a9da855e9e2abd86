package import JSONText

/// JSON in a response whose media type is text, or unknown.
///
/// It is read as JSON if rows or a path are asked of it. A text such as `12` or `true` stays text.
package enum UnlabelledJSON {
  /// Returns the document; nil if the body is not a JSON list or map.
  package static func document(in bytes: [UInt8]) -> JSONDocument? {
    isLikely(in: bytes) ? try? JSONDocument(bytes) : nil
  }

  /// Whether a body begins as a JSON list or map does.
  static func isLikely(in bytes: [UInt8]) -> Bool {
    let first = BodyOpening.visible(bytes[...]).first
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
