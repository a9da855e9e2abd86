@testable import APICallText
@testable import APICallSafety
@testable import APICallBase
@testable import APICallRequests
@testable import APICallResponses
@testable import APICallRun
@testable import APICallLanguage
@testable import APICallModel
@testable import APICallReading
@testable import APICallHTTP
@testable import APICallContracts

/// Text in every charset: its number, a byte for strict or not, and the text.
enum CharsetAttempt {
  private struct Converted: Equatable {
    var text: [UInt8] = []
    var fault: DeliveryError?
  }

  static func run(_ bytes: [UInt8]) {
    guard bytes.count >= 2 else { return }
    let charset = Charset.allCases[Int(bytes[0]) % Charset.allCases.count]
    let isStrict = bytes[1] & 1 == 0
    let body = Array(bytes[2...])
    let whole = Pieces.agree(body, "\(charset), strict \(isStrict)") { pieces in
      var converted = Converted()
      var converter = CharsetConverter(charset, isStrict: isStrict)
      do throws(DeliveryError) {
        for piece in pieces {
          try converter.convert(piece.span) { (text) throws(DeliveryError) in
            text.withUnsafeBufferPointer { converted.text.append(contentsOf: $0) }
          }
        }
        try converter.finish { (text) throws(DeliveryError) in
          text.withUnsafeBufferPointer { converted.text.append(contentsOf: $0) }
        }
      } catch {
        converted.fault = error
      }
      return converted
    }
    require(isStrict || whole.fault == nil, "\(body.shown): \(whole)")
    let (found, text) = sniffed(body, charset)
    if !isStrict, found == .utf8 || found == .ascii {
      require(whole.text == text, "\(body.shown) does not stay as it is")
      return
    }
    require(String(validating: whole.text, as: UTF8.self) != nil, "\(whole.text) is not UTF-8")
    // There is no other reader of the charsets of the C library.
    guard let expected = reference(text, found) else { return }
    if whole.fault == nil {
      require(whole.text == Array(expected.text.utf8), "\(charset) of \(body.shown): \(whole)")
      require(!isStrict || expected.isClean, "\(charset) of \(body.shown) is not strict")
    } else {
      require(!expected.isClean, "\(charset) of \(body.shown): \(whole)")
      require(Array(expected.text.utf8).starts(with: whole.text), "\(body.shown): \(whole)")
    }
  }

  private static func sniffed(_ body: [UInt8], _ charset: Charset) -> (Charset, [UInt8]) {
    if body.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, Array(body[3...])) }
    if body.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, Array(body[2...])) }
    if body.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, Array(body[2...])) }
    return (charset == .utf16 ? .utf16LittleEndian : charset, body)
  }

  /// Returns the text as the standard library reads it, or byte by byte; and whether all of it is
  /// text.
  private static func reference(
    _ body: [UInt8], _ charset: Charset
  ) -> (text: String, isClean: Bool)? {
    switch charset {
    case .utf8:
      return (String(decoding: body, as: UTF8.self), String(validating: body, as: UTF8.self) != nil)
    case .utf16, .utf16LittleEndian, .utf16BigEndian:
      let isBig = charset == .utf16BigEndian
      var units = stride(from: 0, to: body.count - 1, by: 2).map { index in
        UInt16(body[isBig ? index : index + 1]) << 8 | UInt16(body[isBig ? index + 1 : index])
      }
      let isClean =
        body.count % 2 == 0 && String(validating: units, as: UTF16.self) != nil
      // An odd byte at the end is one fault with the first half of a pair before it.
      if body.count % 2 == 1, units.last.map(UTF16.isLeadSurrogate) != true { units.append(0xDC00) }
      return (String(decoding: units, as: UTF16.self), isClean)
    case .latin1, .windows1252, .ascii:
      var text = String.UnicodeScalarView()
      for byte in body {
        text.append(
          byte < 0x80 || charset == .ascii ? Unicode.Scalar(byte) : charset.scalar(of: byte))
      }
      return (String(text), charset != .ascii || body.allSatisfy { $0 < 0x80 })
    default: return nil
    }
  }
}
