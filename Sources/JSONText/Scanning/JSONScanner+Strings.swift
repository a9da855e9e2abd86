extension JSONScanner {
  /// Reads a string, or the part of it in this piece (RFC 8259, section 7).
  ///
  /// - Parameters:
  ///   - octets: the piece.
  ///   - start: the index in this piece where the string begins, with its opening quote.
  ///   - first: the index of the first byte not read yet.
  ///   - consumer: receives the bytes.
  /// - Returns: the index to continue at; the state stays `string` if the string continues.
  /// - Throws: `JSONSyntaxError` at a byte that is not valid in a string.
  mutating func scanString(
    _ octets: Span<UInt8>, from start: Int, at first: Int,
    into consumer: inout some JSONConsumer & ~Copyable
  ) throws(JSONSyntaxError) -> Int {
    var index = first
    while index < octets.count {
      if stringPart == .plain {
        index = octets.endOfPlainRun(from: index)
        guard index < octets.count else { break }
      }
      let octet = octets[index]
      if octet >= 0x80, stringPart == .plain {
        let length = octets.sequenceLength(at: index)
        if length > 0 {
          continuations += length - 1
          index += length
          while index < octets.count, octets[index] >= 0x80 {
            let length = octets.sequenceLength(at: index)
            if length == 0 { break }
            continuations += length - 1
            index += length
          }
          continue
        }
      }
      if stringPart == .plain, octet == UInt8(ascii: "\"") {
        index += 1
        consumer.append(octets.extracting(start..<index))
        consumer.endScalar(at: base + index, isEscaped: isEscaped)
        state = isKey ? .colon : afterValue
        return index
      }
      if let reason = step(octet) {
        consumer.append(octets.extracting(start..<index))
        throw fail(reason, at: base + index)
      }
      index += 1
    }
    consumer.append(octets.extracting(start..<index))
    return index
  }

  /// Takes one byte of a string that is not plain ASCII.
  ///
  /// - Returns: what is wrong with it, or nil.
  private mutating func step(_ octet: UInt8) -> JSONSyntaxError.Reason? {
    switch stringPart {
    case .plain:
      if octet == UInt8(ascii: "\\") {
        stringPart = .escape
        isEscaped = true
      } else if octet < 0x20 {
        return .controlCharacter(octet)
      } else {
        return beginSequence(octet)
      }
    case .continuation:
      guard octet >= continuation.low, octet <= continuation.high else {
        return .invalidUTF8(octet)
      }
      continuation = (0x80, 0xbf)
      continuations += 1
      pending -= 1
      if pending == 0 { stringPart = .plain }
    case .escape:
      switch octet {
      case UInt8(ascii: "u"):
        stringPart = .hexadecimal
        pending = 4
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
        UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
        stringPart = .plain
      default:
        return .unknownEscape(octet)
      }
    case .hexadecimal:
      guard octet.hexadecimalValue != nil else {
        return .unexpected(octet, wanted: .hexadecimalDigit)
      }
      pending -= 1
      if pending == 0 { stringPart = .plain }
    }
    return nil
  }

  /// Takes the first byte of a UTF-8 sequence; the ranges are those of RFC 3629, section 4.
  private mutating func beginSequence(_ octet: UInt8) -> JSONSyntaxError.Reason? {
    switch octet {
    case 0xc2...0xdf: pending = 1
    case 0xe0...0xef: pending = 2
    case 0xf0...0xf4: pending = 3
    default: return .invalidUTF8(octet)
    }
    switch octet {
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
  /// The value of the byte as a hexadecimal digit.
  var hexadecimalValue: UInt16? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(self) - 0x30
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(self) - 0x57
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(self) - 0x37
    default: nil
    }
  }
}
