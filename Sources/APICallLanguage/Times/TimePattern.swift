import APICallText

/// The form of a text with a date and time, with conversions of strptime(3) in English.
struct TimePattern {
  private let text: String

  private static let compounds: [Unicode.Scalar: String] = [
    "D": "%m/%d/%y", "F": "%Y-%m-%d", "R": "%H:%M", "T": "%H:%M:%S", "r": "%I:%M:%S %p",
  ]
  private static let simple = "YymdeHkIlMSpPbBhaAjzZsnt%".unicodeScalars

  static func check(_ text: String) throws(PlaceholderFault) { _ = try TimePattern(text) }

  /// Reads a pattern.
  init(_ text: String) throws(PlaceholderFault) {
    var rest = text.unicodeScalars[...]
    var letters: Set<Unicode.Scalar> = []
    while let percent = rest.firstIndex(of: "%") {
      rest = rest[rest.index(after: percent)...]
      guard let letter = rest.popFirst() else { throw .unknownConversion("%") }
      guard Self.compounds[letter] != nil || Self.simple.contains(letter)
      else { throw .unknownConversion("%\(letter)") }
      letters.insert(letter)
    }
    if letters.isDisjoint(with: "YyFDs".unicodeScalars) {
      throw PlaceholderFault(
        "the format '\(text)' has no year", hint: "write conversions such as %d.%m.%Y %H:%M")
    }
    if letters.isDisjoint(with: "Ilr".unicodeScalars)
      != letters.isDisjoint(with: "pPr".unicodeScalars)
    {
      throw PlaceholderFault(
        "the format '\(text)' has one of %I and %p",
        hint: "an hour of 12 takes both, as in %I:%M %p; an hour of 24 is %H")
    }
    self.text = text
  }

  /// Reads a point in time, and whether the text has an offset from UTC: without one, the time is in
  /// UTC.
  ///
  /// Returns nil if the text has another form, or there is no such time.
  func reading(of text: String) -> (moment: UTCTimestamp, hasOffset: Bool)? {
    var reader = TimeReader(DigitReader(Array(text.utf8)[...]))
    guard reader.read(self.text), reader.input.rest.isEmpty, let moment = reader.moment
    else { return nil }
    return (moment, reader.hasOffset)
  }

  /// Reads one text.
  private struct TimeReader {
    var input: DigitReader
    private var (year, month, day) = (1, 1, 1)
    private var (hour, minute, second, nanoseconds) = (0, 0, 0, 0)
    private var (offset, dayOfYear, epoch) = (Int?.none, Int?.none, Int?.none)
    private var (isHalfDay, isAfternoon) = (false, false)

    /// Whether the text gives the offset from UTC, or needs none.
    var hasOffset: Bool { offset != nil || epoch != nil }

    init(_ input: DigitReader) { self.input = input }

    mutating func read(_ pattern: String) -> Bool {
      var rest = pattern.unicodeScalars[...]
      while let scalar = rest.popFirst() {
        if scalar == "%", let letter = rest.popFirst() {
          let next = rest.first
          guard convert(letter, isBeforePoint: next == "." || next == ",") else { return false }
        } else if scalar.properties.isWhitespace {
          skipSpaces()
        } else {
          for byte in String(scalar).utf8 {
            guard input.rest.popFirst() == byte else { return false }
          }
        }
      }
      return true
    }

    private mutating func convert(_ letter: Unicode.Scalar, isBeforePoint: Bool) -> Bool {
      if let parts = TimePattern.compounds[letter] { return read(parts) }
      switch letter {
      case "Y": return take(4, 1...9_999) { $0.year = $1 }
      case "y": return take(2, 0...99) { $0.year = $1 + ($1 < 69 ? 2_000 : 1_900) }
      case "m": return take(2, 1...12) { $0.month = $1 }
      case "d", "e": return take(2, 1...31) { $0.day = $1 }
      case "j": return take(3, 1...366) { $0.dayOfYear = $1 }
      case "H", "k": return take(2, 0...23) { $0.hour = $1 }
      case "I", "l":
        isHalfDay = true
        return take(2, 1...12) { $0.hour = $1 % 12 }
      case "M": return take(2, 0...59) { $0.minute = $1 }
      case "S": return take(2, 0...60) { $0.second = $1 } && (isBeforePoint || takeFraction())
      case "p", "P": return takeWord(["AM", "PM"]) { $0.isAfternoon = $1 == 1 }
      case "b", "B", "h": return takeWord(DateFormat.monthNames) { $0.month = $1 + 1 }
      case "a", "A": return takeWord(DateFormat.dayNames) { _, _ in }
      case "z":
        guard !input.rest.isEmpty, let offset = input.offset() else { return false }
        self.offset = offset
      case "Z":
        return takeWord(["UTC", "GMT", "Z"]) { reader, _ in reader.offset = reader.offset ?? 0 }
      case "s":
        let isNegative = input.take("-")
        return take(12, 0...999_999_999_999) { $0.epoch = isNegative ? -$1 : $1 }
      case "%": return input.take("%")
      default: skipSpaces()
      }
      return true
    }

    /// Reads a number of at most so many digits, with spaces before it.
    private mutating func take(
      _ most: Int, _ range: ClosedRange<Int>, _ set: (inout TimeReader, Int) -> Void
    ) -> Bool {
      while input.take(" ") {}
      guard let number = input.number(upTo: most, in: range) else { return false }
      set(&self, number)
      return true
    }

    private mutating func takeFraction() -> Bool {
      guard input.take(".") || input.take(",") else { return true }
      guard let nanoseconds = input.nanoseconds() else { return false }
      self.nanoseconds = nanoseconds
      return true
    }

    /// Reads one of several words or its first three letters, in either case.
    private mutating func takeWord(
      _ words: [String], _ set: (inout TimeReader, Int) -> Void
    ) -> Bool {
      for (index, word) in words.enumerated() {
        for form in [word, String(word.prefix(3))] {
          let start = String(decoding: input.rest.prefix(form.utf8.count), as: UTF8.self)
          guard start.lowercased() == form.lowercased() else { continue }
          input.rest = input.rest.dropFirst(form.utf8.count)
          set(&self, index)
          return true
        }
      }
      return false
    }

    private mutating func skipSpaces() {
      while let byte = input.rest.first, byte == 0x20 || (0x09...0x0D).contains(byte) {
        input.rest.removeFirst()
      }
    }

    /// The point in time; nil if there is no such day.
    var moment: UTCTimestamp? {
      if let epoch { return UTCTimestamp(seconds: epoch, nanoseconds: nanoseconds) }
      let days: Int
      if let dayOfYear {
        guard dayOfYear <= 365 || CalendarDate.days(in: 2, of: year) == 29 else { return nil }
        days = CalendarDate.days(toYear: year, day: dayOfYear)
      } else {
        guard day <= CalendarDate.days(in: month, of: year) else { return nil }
        days = CalendarDate.days(toYear: year, month: month, day: day)
      }
      let hour = hour + (isHalfDay && isAfternoon ? 12 : 0)
      // A leap second is the last moment before the next minute.
      let (second, fraction) = second == 60 ? (59, 999_999_999) : (second, nanoseconds)
      return UTCTimestamp(
        seconds: days * 86_400 + hour * 3_600 + minute * 60 + second - (offset ?? 0),
        nanoseconds: fraction)
    }
  }
}
