import APICallText

/// A part of the rows of a file: `--part 3/1000`.
///
/// A row belongs to the part in which its first byte lies, so all parts together read the file once.
package struct RowsPart: Sendable, Hashable {
  package static let most = 1_000_000

  /// The number of the part, counted from 1.
  package let number: Int
  package let count: Int

  /// Nil if the text is not two numbers, or there is no such part.
  package init?(written text: String) {
    let parts = text.split(atByte: "/", omittingEmpty: false)
    guard parts.count == 2, let number = Int(parts[0]), let count = Int(parts[1]), count >= 1,
      count <= Self.most, number >= 1, number <= count
    else { return nil }
    self.number = number
    self.count = count
  }

  package var written: String { "\(number)/\(count)" }

  /// The bytes of the part in a file of some size.
  func range(of size: Int) -> Range<Int> { place(number - 1, size)..<place(number, size) }

  private func place(_ parts: Int, _ size: Int) -> Int {
    size / count * parts + size % count * parts / count
  }
}
