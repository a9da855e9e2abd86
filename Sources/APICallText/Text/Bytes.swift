/// The character classes of grammars (RFC 5234, appendix B.1).
extension UInt8 {
  package var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  package var isASCIILetter: Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
  }

  package var isASCIILetterOrDigit: Bool { isASCIIDigit || isASCIILetter }

  package var isASCIIHexDigit: Bool {
    isASCIIDigit || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(self | 0x20)
  }
}

extension UInt8 {
  /// The same letter in lower case; any other byte as it is.
  package var lowercase: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }

  /// Whether it is a character of Base64 in either alphabet.
  package var isBase64: Bool {
    isASCIILetterOrDigit || "+/-_".utf8.contains(self)
  }
}

/// Text as bytes. A slash with a combining mark after it is one character to Swift, but still a
/// slash to the system and to servers.
///
/// The functions that other modules call are not generic: Swift would look up types and
/// conformances for them during a call.
extension Substring {
  /// Whether the first byte is an ASCII character, even if a combining mark follows.
  package func begins(with character: Unicode.Scalar) -> Bool {
    utf8.first.map { UInt32($0) == character.value } ?? false
  }

  /// Whether the last byte is an ASCII character, even if a combining mark follows it.
  package func ends(with character: Unicode.Scalar) -> Bool {
    utf8.last.map { UInt32($0) == character.value } ?? false
  }

  /// Splits at the bytes of an ASCII character, even if combining marks follow them.
  package func split(
    atByte separator: Unicode.Scalar, omittingEmpty: Bool = true
  ) -> [String] {
    utf8.split(omittingEmptySubsequences: omittingEmpty) { UInt32($0) == separator.value }
      .map { String(decoding: $0, as: UTF8.self) }
  }
}

extension String {
  package func begins(with character: Unicode.Scalar) -> Bool { self[...].begins(with: character) }

  package func ends(with character: Unicode.Scalar) -> Bool { self[...].ends(with: character) }

  package func split(
    atByte separator: Unicode.Scalar, omittingEmpty: Bool = true
  ) -> [String] {
    self[...].split(atByte: separator, omittingEmpty: omittingEmpty)
  }
}

extension Span<UInt8> {
  /// The number of bytes at the end that begin an incomplete UTF-8 character (RFC 3629, section 4).
  package var countOfIncompleteSuffix: Int {
    for length in 1...3 where length <= count {
      let byte = self[count - length]
      if byte & 0b1100_0000 == 0b1000_0000 { continue }
      let needed =
        switch byte {
        case 0xC2...0xDF: 2
        case 0xE0...0xEF: 3
        case 0xF0...0xF4: 4
        default: 1
        }
      return needed > length ? length : 0
    }
    return 0
  }
}

extension Span<UInt8> {
  package func indexOfLineFeed(from start: Int) -> Int? {
    withUnsafeBufferPointer { $0[start...].firstIndex(of: 0x0A) }
  }
}

extension [UInt8] {
  /// Creates an array from a single read.
  package init<Failure: Error>(
    upTo count: Int, reading read: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    var failure: Failure?
    self.init(unsafeUninitializedCapacity: count) { buffer, count in
      do throws(Failure) {
        count = try read(UnsafeMutableRawBufferPointer(buffer))
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}
