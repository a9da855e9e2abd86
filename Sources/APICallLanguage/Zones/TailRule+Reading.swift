import APICallText

extension TailRule {
  /// Reads a rule; nil if it is not valid.
  init?(_ text: some Sequence<UInt8>) {
    var reader = DigitReader(Array(text)[...])
    guard let standard = reader.zoneOffset() else { return nil }
    self.standard = standard
    guard !reader.rest.isEmpty else {
      season = nil
      return
    }
    guard let offset = reader.zoneOffset(default: standard.seconds + 3_600), reader.take(","),
      let start = reader.change(), reader.take(","), let end = reader.change(), reader.rest.isEmpty
    else { return nil }
    season = Season(offset: offset, start: start, end: end)
  }
}

/// The parts of a rule.
extension DigitReader {
  /// An abbreviation and an offset, which is positive to the west.
  fileprivate mutating func zoneOffset(default other: Int? = nil) -> ZoneOffset? {
    guard let name = abbreviation() else { return nil }
    if let other, rest.first == UInt8(ascii: ",") {
      return ZoneOffset.range.contains(other)
        ? ZoneOffset(seconds: other, abbreviation: name) : nil
    }
    guard let west = time(hours: 0...24) else { return nil }
    return ZoneOffset(seconds: -west, abbreviation: name)
  }

  /// At least three letters, or other characters in `<` and `>`.
  private mutating func abbreviation() -> String? {
    let isQuoted = take("<")
    let name = rest.prefix { isQuoted ? ZoneFile.isOfAbbreviation($0) : $0.isASCIILetter }
    rest = rest.dropFirst(name.count)
    guard name.count >= 3, name.count <= ZoneFile.longestAbbreviation, !isQuoted || take(">")
    else { return nil }
    return String(decoding: name, as: UTF8.self)
  }

  /// `2`, `-2:30` or `+02:30:15`, in seconds.
  private mutating func time(hours range: ClosedRange<Int>) -> Int? {
    let isNegative = take("-")
    if !isNegative { _ = take("+") }
    guard var seconds = number(upTo: 3, in: range).map({ $0 * 3_600 }) else { return nil }
    for unit in [60, 1] {
      guard take(":") else { break }
      guard let part = number(upTo: 2, in: 0...59) else { return nil }
      seconds += part * unit
    }
    return isNegative ? -seconds : seconds
  }

  /// `M3.5.0/3`, `J60` or `59`.
  fileprivate mutating func change() -> TailRule.Change? {
    let day: TailRule.Change.Day
    if take("M") {
      guard let month = number(upTo: 2, in: 1...12), take("."),
        let week = number(upTo: 1, in: 1...5),
        take("."), let weekday = number(upTo: 1, in: 0...6)
      else { return nil }
      day = .weekday(weekday, week: week, month: month)
    } else if take("J") {
      guard let number = number(upTo: 3, in: 1...365) else { return nil }
      day = .julian(number)
    } else {
      guard let number = number(upTo: 3, in: 0...365) else { return nil }
      day = .zeroBased(number)
    }
    guard take("/") else { return TailRule.Change(day: day, seconds: 2 * 3_600) }
    return time(hours: 0...167).map { TailRule.Change(day: day, seconds: $0) }
  }
}
