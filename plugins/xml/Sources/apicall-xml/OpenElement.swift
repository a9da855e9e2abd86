/// An element that has not ended yet, and its content so far.
struct OpenElement {
  /// All child elements with the same name.
  private struct Group {
    let name: Int
    /// Their values, separated by commas.
    var values: [UInt8]
    var isList: Bool
  }

  /// The largest number of groups that are searched one by one for a name.
  private static let fewGroups = 16

  /// The number of its name.
  let name: Int
  /// Its attributes as members of an object: `"@id":"1","@lang":"en"`.
  private var attributes: [UInt8] = []
  private var text: [UInt8] = []
  private var groups: [Group] = []
  /// The index of each name in `groups`, if there are many.
  private var places: [Int: Int] = [:]

  /// Creates an element that has just begun.
  ///
  /// - Parameter name: the number of its name.
  init(name: Int) {
    self.name = name
  }

  /// Adds an attribute.
  ///
  /// - Parameters:
  ///   - name: its name, including its prefix.
  ///   - value: its value in UTF-8.
  mutating func add(attribute name: [UInt8], _ value: UnsafeBufferPointer<UInt8>) {
    if !attributes.isEmpty { attributes.append(UInt8(ascii: ",")) }
    attributes.append(UInt8(ascii: "\""))
    attributes.append(UInt8(ascii: "@"))
    attributes += name
    attributes.append(UInt8(ascii: "\""))
    attributes.append(UInt8(ascii: ":"))
    JSONString.append(value, to: &attributes)
  }

  /// Adds text.
  mutating func add(text piece: UnsafeBufferPointer<UInt8>) {
    text += piece
  }

  /// Adds an element that has ended.
  ///
  /// - Parameters:
  ///   - name: the number of its name.
  ///   - value: its value as JSON.
  ///   - isList: whether it is a list even if it is the only one with its name.
  mutating func add(child name: Int, _ value: [UInt8], isList: Bool) {
    if let place = place(of: name) {
      groups[place].values.append(UInt8(ascii: ","))
      groups[place].values += value
      groups[place].isList = true
    } else {
      if groups.count == Self.fewGroups {
        for (place, group) in groups.enumerated() { places[group.name] = place }
      }
      if groups.count >= Self.fewGroups { places[name] = groups.count }
      groups.append(Group(name: name, values: value, isList: isList))
    }
  }

  private func place(of name: Int) -> Int? {
    if groups.last?.name == name { return groups.count - 1 }
    guard groups.count > Self.fewGroups else { return groups.firstIndex { $0.name == name } }
    return places[name]
  }

  /// The value of the element as JSON, after its end.
  ///
  /// - Parameter names: the names of its child elements.
  /// - Returns: a string for an element that contains only text, and an object for any other.
  func value(_ names: ElementNames) -> [UInt8] {
    var value: [UInt8] = []
    if attributes.isEmpty, groups.isEmpty {
      text.withUnsafeBufferPointer { JSONString.append($0, to: &value) }
      return value
    }
    value.append(UInt8(ascii: "{"))
    value += attributes
    if hasText {
      beginMember(Array("#text".utf8), in: &value)
      text.withUnsafeBufferPointer { JSONString.append($0, to: &value) }
    }
    for group in groups {
      beginMember(names[group.name], in: &value)
      if group.isList { value.append(UInt8(ascii: "[")) }
      value += group.values
      if group.isList { value.append(UInt8(ascii: "]")) }
    }
    value.append(UInt8(ascii: "}"))
    return value
  }

  /// Whether it contains text other than white space between elements.
  private var hasText: Bool {
    groups.isEmpty ? !text.isEmpty : text.contains { $0 > 0x20 }
  }

  private func beginMember(_ name: [UInt8], in value: inout [UInt8]) {
    if value.count > 1 { value.append(UInt8(ascii: ",")) }
    value.append(UInt8(ascii: "\""))
    value += name
    value.append(UInt8(ascii: "\""))
    value.append(UInt8(ascii: ":"))
  }
}
