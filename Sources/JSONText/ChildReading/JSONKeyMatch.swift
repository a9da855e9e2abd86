/// Compares a key that arrives in pieces with a name.
struct JSONKeyMatch: Sendable {
  private let name: [UInt8]
  /// The key as written, with its quotes.
  private var text: [UInt8] = []
  /// The length of the longest text that can be the name: each byte as an escape.
  private let limit: Int

  init(_ name: String) {
    self.name = Array(name.utf8)
    limit = 6 * self.name.count + 2
  }

  /// Takes more bytes of the key; a longer key than the name can have is not kept.
  mutating func append(_ piece: Span<UInt8>) {
    guard text.count <= limit else { return }
    piece.extracting(first: limit + 1 - text.count).withUnsafeBufferPointer {
      text.append(contentsOf: $0)
    }
  }

  func holds(isEscaped: Bool) -> Bool {
    guard text.count >= 2, text.count <= limit else { return false }
    let content = text[1..<text.count - 1]
    return isEscaped
      ? JSONStringDecoder.decode(content).bytes == name : content.elementsEqual(name)
  }
}
