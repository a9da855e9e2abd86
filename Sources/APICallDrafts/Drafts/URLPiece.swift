import APICallHTTP
import APICallText

/// A piece of a credential in a URL, which a file sends with the same bytes.
enum URLPiece: Equatable {
  /// Text that stays in the URL: a character that an input would encode, or an odd escape.
  case literal(String)
  /// The value of an input, whose encoding is the piece.
  case hidden(String)

  /// The pieces of a segment of a path, in order.
  static func pieces(ofSegment segment: String) -> [URLPiece] {
    let start = SecretGate.beginning(ofSegment: segment)
    let rest = String(decoding: segment.utf8.dropFirst(start.utf8.count), as: UTF8.self)
    return [.literal(start)] + pieces(of: rest)
  }

  /// The pieces of a value in a query, in order.
  static func pieces(of text: String) -> [URLPiece] {
    var pieces: [URLPiece] = []
    var rest = text.utf8[...]
    while let byte = rest.first {
      guard !isSeparator(byte) else {
        pieces.append(.literal(String(UnicodeScalar(byte))))
        rest.removeFirst()
        continue
      }
      let part = rest.prefix { !isSeparator($0) }
      rest = rest[part.endIndex...]
      pieces.append(piece(String(decoding: part, as: UTF8.self)))
    }
    return pieces
  }

  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte < 0x80 && !byte.isASCIILetterOrDigit && !"-._~%".utf8.contains(byte)
  }

  private static func piece(_ part: String) -> URLPiece {
    let bytes = PercentEncoding.decode(Array(part.utf8), plusIsSpace: false)
    guard let value = String(validating: bytes, as: UTF8.self),
      DraftText.encoded(value, for: .value).utf8.elementsEqual(part.utf8)
    else { return .literal(part) }
    return .hidden(value)
  }
}
