import APICallBase
import APICallText

/// Reads the value of an option that is a size, such as `64KiB`.
func writtenSize(_ text: String, of option: String, hint: String) throws(Failure) -> Int {
  guard let size = WrittenSize.bytes(of: text) else {
    throw Failure(.usage, "\(option): '\(text)' is not a size", hint: hint)
  }
  return size
}

/// Reads the value of an option that is a whole number.
func wholeNumber(
  _ text: String, of option: String, _ range: ClosedRange<Int>, hint: String
) throws(Failure) -> Int {
  guard let number = Int(text), range.contains(number) else {
    throw Failure(
      .usage,
      "\(option): '\(text)' is not a whole number from \(range.lowerBound) to \(range.upperBound)",
      hint: hint)
  }
  return number
}
