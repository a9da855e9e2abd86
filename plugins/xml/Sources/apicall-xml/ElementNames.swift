import CLibXML2

/// The names of a document's elements and attributes, each stored once and identified by a number.
///
/// libxml2 also stores each name once, so its address identifies it.
struct ElementNames {
  private struct Place: Hashable {
    let prefix: UnsafePointer<xmlChar>?
    let local: UnsafePointer<xmlChar>
  }

  private var names: [[UInt8]] = []
  private var numbers: [[UInt8]: Int] = [:]
  private var places: [Place: Int] = [:]

  /// A name in UTF-8, as in the document.
  ///
  /// It needs no escapes in JSON.
  subscript(number: Int) -> [UInt8] { names[number] }

  /// The number of a name such as `soap:Body` or `item`.
  ///
  /// - Parameters:
  ///   - prefix: libxml2's copy of its prefix; nil if it has none, or if prefixes are dropped.
  ///   - local: libxml2's copy of the rest.
  /// - Returns: the number, which is the same for the same name.
  mutating func number(
    prefix: UnsafePointer<xmlChar>?, local: UnsafePointer<xmlChar>
  ) -> Int {
    let place = Place(prefix: prefix, local: local)
    if let known = places[place] { return known }
    var name: [UInt8] = []
    if let prefix {
      name += UnsafeBufferPointer(start: prefix, count: Int(xmlStrlen(prefix)))
      name.append(UInt8(ascii: ":"))
    }
    name += UnsafeBufferPointer(start: local, count: Int(xmlStrlen(local)))
    let number = numbers[name] ?? names.count
    if number == names.count {
      names.append(name)
      numbers[name] = number
    }
    places[place] = number
    return number
  }
}
