/// What a step picks among the children of a value (RFC 9535, section 2.3).
enum JSONPathSelector: Sendable, Hashable {
  /// The member with this key.
  case name(String)
  /// The element at this position, from the end where negative.
  case index(Int)
  /// Every child.
  case wildcard

  /// Whether there is one such child at most.
  var isSingular: Bool { self != .wildcard }

  /// Appends the children that are picked.
  func select(in value: JSONValue, into found: inout [JSONValue]) {
    switch self {
    case .name(let name):
      if let member = value[name] { found.append(member) }
    case .index(let index):
      if let element = value[index] { found.append(element) }
    case .wildcard:
      found.append(contentsOf: value.elements)
      for (_, member) in value.members.places { found.append(member) }
    }
  }

  /// The form without brackets, where there is one.
  var shorthand: String? {
    switch self {
    case .wildcard:
      return ".*"
    case .name(let name):
      guard let first = name.unicodeScalars.first, first.isPathNameFirst,
        name.unicodeScalars.allSatisfy(\.isPathName)
      else { return nil }
      return "." + name
    case .index:
      return nil
    }
  }

  /// The form that stands in brackets; names as in normalized paths (section 2.7).
  var description: String {
    switch self {
    case .wildcard: "*"
    case .index(let index): String(index)
    case .name(let name): "'" + name.unicodeScalars.map(Self.escape).joined() + "'"
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "'": return #"\'"#
    case "\\": return #"\\"#
    case "\u{0}"..."\u{1f}":
      var octets: [UInt8] = []
      JSONWriter.appendEscape(of: UInt8(scalar.value), to: &octets)
      return String(decoding: octets, as: UTF8.self)
    default: return String(Character(scalar))
    }
  }

  static func == (left: JSONPathSelector, right: JSONPathSelector) -> Bool {
    switch (left, right) {
    // By scalars: String would take canonically equivalent names for one.
    case (.name(let left), .name(let right)): left.utf8.elementsEqual(right.utf8)
    case (.index(let left), .index(let right)): left == right
    case (.wildcard, .wildcard): true
    default: false
    }
  }
}

extension Unicode.Scalar {
  /// Whether a name without quotes may begin with the character (RFC 9535, section 2.5.1.1).
  var isPathNameFirst: Bool {
    switch self {
    case "a"..."z", "A"..."Z", "_", "\u{80}"...: true
    default: false
    }
  }

  /// Whether a name without quotes may hold the character.
  var isPathName: Bool {
    switch self {
    case "0"..."9": true
    default: isPathNameFirst
    }
  }
}
