/// How far a number has been read (RFC 8259, section 6), named after its last part.
enum JSONNumberPart: UInt8 {
  case minus, zero, integer, point, fraction, exponentMark, exponentSign, exponent

  /// The part that a number's first byte begins; nil if no number begins with the byte.
  init?(first byte: UInt8) {
    switch byte {
    case UInt8(ascii: "-"): self = .minus
    case UInt8(ascii: "0"): self = .zero
    case UInt8(ascii: "1")...UInt8(ascii: "9"): self = .integer
    default: return nil
    }
  }

  var isComplete: Bool {
    switch self {
    case .zero, .integer, .fraction, .exponent: true
    default: false
    }
  }

  /// Whether another digit may follow and belongs to the same part.
  var repeats: Bool { self == .integer || self == .fraction || self == .exponent }

  /// The part after one more byte; nil if the byte does not belong to the number.
  func next(_ byte: UInt8) -> JSONNumberPart? {
    if byte.isDigit {
      switch self {
      case .minus: return byte == UInt8(ascii: "0") ? .zero : .integer
      case .zero: return nil
      case .integer: return .integer
      case .point, .fraction: return .fraction
      case .exponentMark, .exponentSign, .exponent: return .exponent
      }
    }
    switch (self, byte) {
    case (.zero, UInt8(ascii: ".")), (.integer, UInt8(ascii: ".")): return .point
    case (.zero, UInt8(ascii: "e")), (.zero, UInt8(ascii: "E")),
      (.integer, UInt8(ascii: "e")), (.integer, UInt8(ascii: "E")),
      (.fraction, UInt8(ascii: "e")), (.fraction, UInt8(ascii: "E")):
      return .exponentMark
    case (.exponentMark, UInt8(ascii: "+")), (.exponentMark, UInt8(ascii: "-")):
      return .exponentSign
    default: return nil
    }
  }
}

extension UInt8 {
  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { self &- 0x30 < 10 }
}
