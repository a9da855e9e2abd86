extension JSONScanner {
  /// Reads a string, or the part of it in this piece (RFC 8259, section 7).
  ///
  /// Returns the index to continue at; the state stays `string` if the string continues.
  mutating func scanString(
    _ bytes: Span<UInt8>, from start: Int, at first: Int,
    into consumer: inout some JSONConsumer & ~Copyable
  ) throws(JSONSyntaxError) -> Int {
    var index = first
    while index < bytes.count {
      if stringPart == .plain {
        index = bytes.endOfPlainRun(from: index)
        guard index < bytes.count else { break }
      }
      let byte = bytes[index]
      if byte >= 0x80, stringPart == .plain {
        let length = bytes.sequenceLength(at: index)
        if length > 0 {
          continuations += length - 1
          index += length
          while index < bytes.count, bytes[index] >= 0x80 {
            let length = bytes.sequenceLength(at: index)
            if length == 0 { break }
            continuations += length - 1
            index += length
          }
          continue
        }
      }
      if stringPart == .plain, byte == UInt8(ascii: "\"") {
        index += 1
        consumer.append(bytes.extracting(start..<index))
        consumer.endScalar(at: base + index, isEscaped: isEscaped)
        state = isKey ? .colon : afterValue
        return index
      }
      if let reason = step(byte) {
        consumer.append(bytes.extracting(start..<index))
        throw fail(reason, at: base + index)
      }
      index += 1
    }
    consumer.append(bytes.extracting(start..<index))
    return index
  }

  /// Takes one byte of a string that is not plain ASCII.
  ///
  /// Returns what is wrong with it, or nil.
  private mutating func step(_ byte: UInt8) -> JSONSyntaxError.Reason? {
    switch stringPart {
    case .plain:
      if byte == UInt8(ascii: "\\") {
        stringPart = .escape
        isEscaped = true
      } else if byte < 0x20 {
        return .controlCharacter(byte)
      } else {
        return beginSequence(byte)
      }
    case .continuation:
      guard byte >= continuation.low, byte <= continuation.high else {
        return .invalidUTF8(byte)
      }
      continuation = (0x80, 0xbf)
      continuations += 1
      pending -= 1
      if pending == 0 { stringPart = .plain }
    case .escape:
      switch byte {
      case UInt8(ascii: "u"):
        stringPart = .hexadecimal
        pending = 4
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
        UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        stringPart = .plain
      default:
        return .unknownEscape(byte)
      }
    case .hexadecimal:
      guard byte.hexadecimalValue != nil else {
        return .unexpected(byte, wanted: .hexadecimalDigit)
      }
      pending -= 1
      if pending == 0 { stringPart = .plain }
    }
    return nil
  }

  /// Takes the first byte of a UTF-8 sequence; the ranges are those of RFC 3629, section 4.
  private mutating func beginSequence(_ byte: UInt8) -> JSONSyntaxError.Reason? {
    switch byte {
    case 0xc2...0xdf: pending = 1
    case 0xe0...0xef: pending = 2
    case 0xf0...0xf4: pending = 3
    default: return .invalidUTF8(byte)
    }
    switch byte {
    case 0xe0: continuation = (0xa0, 0xbf)
    case 0xed: continuation = (0x80, 0x9f)
    case 0xf0: continuation = (0x90, 0xbf)
    case 0xf4: continuation = (0x80, 0x8f)
    default: break
    }
    stringPart = .continuation
    return nil
  }
}

extension UInt8 {
  var hexadecimalValue: UInt16? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(self) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(self) - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(self) - 0x37
    default: nil
    }
  }
}
