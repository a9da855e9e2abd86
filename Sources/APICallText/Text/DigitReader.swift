/// Reads digits and signs in ASCII from left to right.
package struct DigitReader {
  /// The text that has not been read.
  package var rest: ArraySlice<UInt8>

  package init(_ text: ArraySlice<UInt8>) { rest = text }

  /// Returns whether it was there.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard rest.first == UInt8(ascii: character) else { return false }
    rest.removeFirst()
    return true
  }

  /// Reads a digit; nil if none is next.
  package mutating func digit() -> Int? {
    guard let byte = rest.first, byte.isASCIIDigit else { return nil }
    rest.removeFirst()
    return Int(byte - UInt8(ascii: "0"))
  }

  /// Reads a number of exactly so many digits; nil if there are fewer.
  package mutating func number(digits: Int) -> Int? {
    var number = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      number = number * 10 + digit
    }
    return number
  }

  /// Reads a number of one digit or more; nil if there is none, or if it is out of range.
  package mutating func number(upTo most: Int, in range: ClosedRange<Int>) -> Int? {
    guard var number = digit() else { return nil }
    for _ in 1..<most {
      guard let digit = digit() else { break }
      number = number * 10 + digit
    }
    return range.contains(number) ? number : nil
  }
}
