import JSONText

/// The values of members.
extension ManifestReader {
  private static let longestExcerpt = 60

  struct Object {
    let value: JSONNode
    var members: [(name: String, value: JSONNode)] = []

    /// The value of a member; the first if it is set twice.
    subscript(name: String) -> JSONNode? { members.first { $0.name == name }?.value }
  }

  /// Reports unknown and duplicate members of an object.
  mutating func object(
    _ value: JSONNode, _ owner: ManifestProblem.Owner, known: [String]
  ) -> Object {
    var object = Object(value: value)
    var members = value.members.places
    while let (key, value) = members.next() {
      guard let name = key.string, known.contains(name) else {
        let name = Self.excerpt(key.string ?? key.text)
        remark(.unknownMember(name, of: owner, known: known), at: key.range)
        continue
      }
      if object[name] == nil {
        object.members.append((name, value))
      } else {
        report(.repeated(member: name), at: key.range)
      }
    }
    return object
  }

  mutating func needed(
    _ name: String, in object: Object, of owner: ManifestProblem.Owner = .manifest
  ) -> JSONNode? {
    if let value = object[name] { return value }
    let start = object.value.range.lowerBound
    report(.missing(member: name, of: owner), at: start..<start + 1)
    return nil
  }

  /// Reads one line of text; nil without one or the value is not valid.
  mutating func line(_ name: String, in object: Object) -> String? {
    object[name].flatMap { line(name, $0) }
  }

  mutating func lines(_ name: String, in object: Object) -> [String] {
    elements(name, in: object)?.compactMap { line(name, $0) } ?? []
  }

  /// Reads a text of one line and 1 to 1000 bytes.
  private mutating func line(_ name: String, _ value: JSONNode) -> String? {
    guard value.kind == .string else {
      refuse(name, value, takes: "a string")
      return nil
    }
    guard let text = value.string, 1...1000 ~= text.utf8.count,
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else {
      refuse(name, value, takes: "one line of text")
      return nil
    }
    return text
  }

  mutating func name(
    _ member: String, in object: Object, _ kind: ManifestProblem.Name, isNeeded: Bool = false,
    of owner: ManifestProblem.Owner = .manifest
  ) -> String? {
    guard let value = isNeeded ? needed(member, in: object, of: owner) : object[member] else {
      return nil
    }
    return name(member, value, kind)
  }

  /// The valid names of a list; nil if there is no list.
  mutating func names(
    _ member: String, in object: Object, _ kind: ManifestProblem.Name
  ) -> [String]? {
    elements(member, in: object)?.compactMap { name(member, $0, kind) }
  }

  private mutating func name(
    _ member: String, _ value: JSONNode, _ kind: ManifestProblem.Name
  ) -> String? {
    guard let text = line(member, value) else { return nil }
    if kind.admits(text) { return text }
    report(.notName(Self.excerpt(text), member: member, kind), at: value.range)
    return nil
  }

  mutating func word(_ member: String, in object: Object, among known: [String]) -> String? {
    object[member].flatMap { word(member, $0, among: known) }
  }

  /// The known words of a list; nil if there is no list.
  mutating func words(_ member: String, in object: Object, among known: [String]) -> [String]? {
    elements(member, in: object)?.compactMap { word(member, $0, among: known) }
  }

  mutating func word(_ member: String, _ value: JSONNode, among known: [String]) -> String? {
    guard let text = line(member, value) else { return nil }
    if known.contains(text) { return text }
    report(.unknownWord(Self.excerpt(text), member: member, known: known), at: value.range)
    return nil
  }

  /// The elements of a list; nil if there is no list.
  mutating func elements(_ member: String, in object: Object) -> [JSONNode]? {
    guard let value = object[member] else { return nil }
    guard value.kind == .array else {
      refuse(member, value, takes: "a list")
      return nil
    }
    return Array(value.elements)
  }

  mutating func wholeNumber(
    _ member: String, in object: Object, _ limits: ClosedRange<Int>
  ) -> Int? {
    guard let value = object[member] else { return nil }
    if let number = value.number?.integer, limits ~= number { return number }
    refuse(
      member, value, takes: "a whole number from \(limits.lowerBound) to \(limits.upperBound)")
    return nil
  }

  mutating func flag(_ member: String, in object: Object) -> Bool {
    guard let value = object[member] else { return false }
    if let flag = value.boolean { return flag }
    refuse(member, value, takes: "true or false")
    return false
  }

  static func described(_ value: JSONNode) -> String {
    switch value.kind {
    case .object: "an object"
    case .array: "a list"
    case .string: "'\(excerpt(value.string ?? value.text))'"
    case .null, .boolean, .number: excerpt(value.text)
    }
  }

  static func excerpt(_ text: String) -> String {
    guard text.utf8.count > longestExcerpt else { return text }
    return String(decoding: text.utf8.prefix(longestExcerpt), as: UTF8.self) + "…"
  }
}
