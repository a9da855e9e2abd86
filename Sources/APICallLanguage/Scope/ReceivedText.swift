import APICallBase
package import APICallText

/// What else is known of a text that is the body of a response.
package final class ReceivedText: Sendable {
  /// The bytes of the body; nil if they are the text in UTF-8.
  let bytes: [UInt8]?
  /// The list or map that the text is, whatever its media type; nil for any other text.
  let json: Value?
  /// Whether the file names the decoder that reads it as text.
  package let isNamed: Bool

  package init(_ text: String, madeOf bytes: [UInt8], json: Value?, isNamed: Bool) {
    self.bytes = text.utf8.elementsEqual(bytes) ? nil : bytes
    self.json = json
    self.isNamed = isNamed
  }

  /// Takes its memory.
  func take(from share: MemoryBudget.Share) throws(Failure) {
    if let bytes { try share.take(.bytes(bytes)) }
    if let json { try share.take(json) }
  }
}

extension Scope.Binding {
  /// The value, or the list or map that the body of a response is although its media type is text.
  package var structuredValue: Value? { received?.json ?? value }
}
