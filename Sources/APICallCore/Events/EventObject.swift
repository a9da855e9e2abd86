import JSONText

/// A JSON object of a line of events, which is put together member by member.
///
/// A member without a value is left out. Texts are written such that the line can be shown on a
/// terminal: what could steer it is an escape.
struct EventObject {
  private(set) var octets = Array("{".utf8)

  /// Adds a text.
  mutating func add(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    begin(name)
    append(text: text)
  }

  /// Adds a number.
  mutating func add(_ name: StaticString, _ number: Int64?) {
    guard let number else { return }
    begin(name)
    octets += String(number).utf8
  }

  /// Adds a time in milliseconds, to the microsecond.
  mutating func add(_ name: StaticString, milliseconds duration: Duration?) {
    guard let duration else { return }
    begin(name)
    let (seconds, attoseconds) = max(duration, .zero).components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let fraction = String(microseconds % 1000)
    octets += "\(microseconds / 1000).".utf8
    octets += repeatElement(UInt8(ascii: "0"), count: 3 - fraction.utf8.count)
    octets += fraction.utf8
  }

  /// Adds an object; one without members is left out.
  mutating func add(_ name: StaticString, _ object: EventObject) {
    guard object.octets.count > 1 else { return }
    begin(name)
    octets += object.ended
  }

  /// Adds a list of objects, which may be empty.
  mutating func add(_ name: StaticString, _ objects: [EventObject]) {
    begin(name)
    octets.append(UInt8(ascii: "["))
    for (index, object) in objects.enumerated() {
      if index > 0 { octets.append(UInt8(ascii: ",")) }
      octets += object.ended
    }
    octets.append(UInt8(ascii: "]"))
  }

  /// The whole object.
  var ended: [UInt8] { octets + [UInt8(ascii: "}")] }

  private mutating func begin(_ name: StaticString) {
    if octets.count > 1 { octets.append(UInt8(ascii: ",")) }
    octets.append(UInt8(ascii: "\""))
    name.withUTF8Buffer { octets.append(contentsOf: $0) }
    octets += "\":".utf8
  }

  /// The one way of a text into an event.
  private mutating func append(text: String) {
    guard text.unicodeScalars.contains(where: TerminalText.isUnsafe) else {
      return JSONWriter.append(string: text, to: &octets)
    }
    octets.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      if TerminalText.isUnsafe(scalar) {
        // None of these is beyond U+FFFF.
        let digits = String(scalar.value, radix: 16)
        octets += "\\u\(String(repeating: "0", count: 4 - digits.utf8.count))\(digits)".utf8
      } else {
        JSONWriter.append(content: Array(String(scalar).utf8).span, to: &octets)
      }
    }
    octets.append(UInt8(ascii: "\""))
  }
}
