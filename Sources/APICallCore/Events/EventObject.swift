/// A JSON object of a line of events, which is put together member by member.
///
/// A member without a value is left out.
struct EventObject {
  private let text: EventText
  private var octets = Array("{".utf8)

  /// Creates an object without members.
  ///
  /// - Parameter text: how texts are written.
  init(_ text: EventText) { self.text = text }

  /// Adds a text.
  mutating func add(_ name: StaticString, _ text: String?) {
    guard let text else { return }
    begin(name)
    self.text.append(text, to: &octets)
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
  mutating func add(_ name: StaticString, object fill: (inout EventObject) -> Void) {
    var object = EventObject(text)
    fill(&object)
    guard object.octets.count > 1 else { return }
    begin(name)
    octets += object.ended
  }

  /// Adds a list with an object for each item; it may be empty.
  mutating func add<Item>(
    _ name: StaticString, listOf items: [Item], _ fill: (inout EventObject, Item) -> Void
  ) {
    begin(name)
    octets.append(UInt8(ascii: "["))
    for (index, item) in items.enumerated() {
      if index > 0 { octets.append(UInt8(ascii: ",")) }
      var object = EventObject(text)
      fill(&object, item)
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
}
