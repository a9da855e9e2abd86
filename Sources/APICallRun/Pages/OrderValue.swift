import APICallLanguage
package import APICallModel
package import APICallText
import Decimals
package import JSONText

/// The value by which an item has its place in a list: a number, a time or another text.
package struct OrderValue: Sendable, Hashable {
  private enum Form: Hashable {
    case number(Decimal)
    case time
    case text
  }

  /// The value as JSON, as it was received.
  package let json: [UInt8]
  /// The text of the value, as a request contains it.
  let text: String
  private let form: Form
  /// The time that it is; nil for another value.
  package let time: UTCTimestamp?

  /// Creates the value; nil for a value that has no order, such as a list.
  ///
  /// A text of digits is a number. A number is a time, in seconds or smaller units since 1970, if the
  /// file says how much time something takes.
  package init?(_ value: JSONNode, countingTime countsTime: Bool) {
    json = Array(value.bytes)
    switch value.kind {
    case .number: text = String(decoding: json, as: UTF8.self)
    case .string:
      guard let string = value.string else { return nil }
      text = string
      if let time = UTCTimestamp(iso8601: string) {
        (form, self.time) = (.time, time)
        return
      }
      let isNumber = (1...40).contains(text.utf8.count) && text.utf8.allSatisfy(\.isASCIIDigit)
      guard isNumber else {
        (form, time) = (.text, nil)
        return
      }
    case .null, .boolean, .array, .object: return nil
    }
    if countsTime, let time = EpochUnit(of: text)?.time(text) {
      (form, self.time) = (.time, time)
      return
    }
    guard let number = try? Decimal(text) else { return nil }
    (form, time) = (.number(number), nil)
  }

  /// Creates a value that is written like another one.
  private init(
    _ text: String, like other: OrderValue, _ form: Form, _ time: UTCTimestamp? = nil
  ) {
    self.text = text
    self.form = form
    self.time = time
    if other.json.first == UInt8(ascii: "\"") {
      var json: [UInt8] = []
      JSONWriter.append(string: text, to: &json)
      self.json = json
    } else {
      json = Array(text.utf8)
    }
  }

  /// Creates a time that is written like another one.
  init(_ time: UTCTimestamp, like other: OrderValue) {
    let digits = other.text.split(separator: ".").dropFirst().first?.prefix { $0.isNumber }.count
    var text = time.iso8601
    if let unit = EpochUnit(of: other.text) {
      text = unit.text(of: time, fraction: digits ?? 0)
    } else if other.text.utf8.count == 10 {
      text = String(text.prefix(10))
    } else if let digits, digits > 0 {
      text = "\(time.iso8601Nanoseconds.prefix(20 + min(digits, 9)))Z"
    }
    text = Self.text(text, like: other.text)
    // A border is what the request says, which may be coarser than the time.
    let written = EpochUnit(of: text).map { $0.time(text) } ?? UTCTimestamp(iso8601: text)
    self.init(text, like: other, .time, written ?? time)
  }

  /// A time with the sign between date and time of another one, and without an offset if that has
  /// none: servers compare texts.
  private static func text(_ time: String, like other: String) -> String {
    var (bytes, other) = (Array(time.utf8), Array(other.utf8))
    guard bytes.count > 10, other.count > 10, bytes[10] == UInt8(ascii: "T") else { return time }
    bytes[10] = other[10]
    let hasOffset = other[11...].contains { "Zz+-".utf8.contains($0) }
    if !hasOffset, bytes.last == UInt8(ascii: "Z") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  package var isText: Bool { form == .text }

  /// A text that equal values have in common.
  var canonical: String {
    if let time { return time.iso8601Nanoseconds }
    if case .number(let number) = form { return number.description }
    return text
  }

  /// Whether it comes before another one; nil if they are of different kinds.
  func isBefore(_ other: OrderValue) -> Bool? {
    if let time, let other = other.time { return time.isBefore(other) }
    return switch (form, other.form) {
    case (.number(let one), .number(let other)): (try? one - other)?.isNegative
    case (.text, .text): text < other.text
    default: nil
    }
  }

  /// Whether it is a time before another one.
  package func isBefore(_ time: UTCTimestamp) -> Bool { self.time?.isBefore(time) ?? false }

  /// The value that is a distance before this one; nil if it has no such distance.
  package func minus(_ distance: SinceRule.Distance) -> OrderValue? {
    switch distance {
    case .number(let text):
      guard case .number(let number) = form, let lag = try? Decimal(text),
        let result = try? number - lag
      else { return nil }
      return OrderValue("\(result)", like: self, .number(result))
    case .time(let lag):
      return time.map { OrderValue($0.advanced(by: .zero - lag), like: self) }
    }
  }
}

/// The unit in which a number counts the time since 1970, by the number of its digits.
private struct EpochUnit {
  /// The number of decimal places of a second.
  private let places: Int

  /// Finds the unit; nil for a text that is not a number.
  init?(of text: String) {
    let whole = text.prefix { $0 != "." }
    guard !whole.isEmpty, whole.utf8.allSatisfy(\.isASCIIDigit) else { return nil }
    switch whole.utf8.count {
    case ..<12: places = 0
    case ..<15: places = 3
    case ..<18: places = 6
    default: places = 9
    }
  }

  func time(_ text: String) -> UTCTimestamp? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    let whole = parts[0].dropLast(places)
    var rest = String(parts[0].suffix(places))
    if parts.count > 1 { rest += parts[1] }
    guard let seconds = Int(whole.isEmpty ? "0" : String(whole)),
      let nanoseconds = Int((rest + "000000000").prefix(9))
    else { return nil }
    return UTCTimestamp(seconds: seconds, nanoseconds: nanoseconds)
  }

  func text(of time: UTCTimestamp, fraction: Int) -> String {
    let digits = String(time.nanoseconds)
    let nanoseconds = String(repeating: "0", count: max(0, 9 - digits.utf8.count)) + digits
    let text = "\(time.seconds)\(nanoseconds.prefix(places))"
    return fraction > 0 ? "\(text).\(nanoseconds.dropFirst(places).prefix(fraction))" : text
  }
}
