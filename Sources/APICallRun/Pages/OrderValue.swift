import APICallLanguage
import APICallModel
package import APICallText
import Decimals
package import JSONText

/// The value by which an item has its place in a list: a number, a time or another text.
package struct OrderValue: Sendable, Hashable {
  private enum Form: Hashable {
    case number(Decimal)
    case time(Timestamp)
    case text
  }

  /// The value as JSON, as it was received.
  package let json: [UInt8]
  /// The text of the value, as a request contains it.
  let text: String
  private let form: Form

  /// Creates the value; nil for a value that has no order, such as a list.
  package init?(_ value: JSONValue) {
    json = Array(value.bytes)
    switch value.kind {
    case .number:
      text = String(decoding: json, as: UTF8.self)
      guard let number = try? Decimal(text) else { return nil }
      form = .number(number)
    case .string:
      guard let string = value.string else { return nil }
      text = string
      form = Timestamp(iso8601: string).map { .time($0) } ?? .text
    case .null, .boolean, .array, .object: return nil
    }
  }

  private init(text: String, _ form: Form) {
    self.text = text
    self.form = form
    if case .number = form {
      json = Array(text.utf8)
    } else {
      var json: [UInt8] = []
      JSONWriter.append(string: text, to: &json)
      self.json = json
    }
  }

  /// Creates a time that is written like another one.
  init(_ time: Timestamp, like other: OrderValue) {
    let digits = other.text.split(separator: ".").dropFirst().first?.prefix { $0.isNumber }.count
    var text = time.iso8601
    if let digits, digits > 0 { text = "\(time.iso8601Nanoseconds.prefix(20 + min(digits, 9)))Z" }
    if other.isDate { text = String(text.prefix(10)) }
    self.init(text: text, .time(time))
  }

  private var isDate: Bool { text.utf8.count == 10 }

  var time: Timestamp? { if case .time(let time) = form { time } else { nil } }

  /// Whether it comes before another one; nil if they are of different kinds.
  func isBefore(_ other: OrderValue) -> Bool? {
    switch (form, other.form) {
    case (.number(let one), .number(let other)): (try? one - other)?.isNegative
    case (.time(let one), .time(let other)): one.isBefore(other)
    case (.text, .text), (.time, .text), (.text, .time): text < other.text
    case (.number, _), (_, .number): nil
    }
  }

  /// Whether it is a time before another one.
  package func isBefore(_ time: Timestamp) -> Bool { self.time?.isBefore(time) ?? false }

  /// The value that is a distance before this one; nil if it has no such distance.
  func minus(_ distance: SinceRule.Distance) -> OrderValue? {
    switch (form, distance) {
    case (.number(let number), .number(let text)):
      guard let lag = try? Decimal(text), let result = try? number - lag else { return nil }
      return OrderValue(text: "\(result)", .number(result))
    case (.time(let time), .time(let lag)):
      return OrderValue(time.advanced(by: .zero - lag), like: self)
    default: return nil
    }
  }
}
