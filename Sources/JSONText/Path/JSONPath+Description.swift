extension JSONPath: CustomStringConvertible {
  /// The path in its shortest form: `$.users[0]['First Name']`.
  public var description: String {
    "$" + segments.map(\.description).joined()
  }
}

extension JSONPathSegment: CustomStringConvertible {
  var description: String {
    guard let shorthand = selectors.shorthand else {
      return (isDescendant ? ".." : "") + "[" + selectors.map(\.description).joined(separator: ",")
        + "]"
    }
    return (isDescendant ? ".." : ".") + shorthand
  }
}

extension [JSONPathSelector] {
  fileprivate var shorthand: String? {
    guard count == 1 else { return nil }
    switch self[0] {
    case .wildcard:
      return "*"
    case .name(let bytes):
      let name = String(decoding: bytes, as: UTF8.self)
      guard let first = name.unicodeScalars.first, first.isPathNameFirst,
        name.unicodeScalars.allSatisfy(\.isPathName)
      else { return nil }
      return name
    case .index, .slice, .filter, .parameter, .items:
      return nil
    }
  }
}

extension JSONPathSelector: CustomStringConvertible {
  /// The form inside brackets; names are written as in normalized paths (section 2.7).
  var description: String {
    switch self {
    case .wildcard, .items: "*"
    case .index(let index): String(index)
    case .parameter(let number): "<\(number)>"
    case .slice(let slice):
      (slice.start.map(String.init) ?? "") + ":" + (slice.end.map(String.init) ?? "")
        + (slice.step.map { ":\($0)" } ?? "")
    case .filter(let test): "?" + test.description
    case .name(let name): Self.quoted(name)
    }
  }

  static func quoted(_ bytes: [UInt8]) -> String {
    var quoted: [UInt8] = [UInt8(ascii: "'")]
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\\"), 0x00..<0x20:
        JSONWriter.appendEscape(of: byte, to: &quoted)
      default: quoted.append(byte)
      }
    }
    return String(decoding: quoted + [UInt8(ascii: "'")], as: UTF8.self)
  }
}

extension JSONPathTest: CustomStringConvertible {
  var description: String {
    switch self {
    case .any(let tests): tests.map(\.description).joined(separator: " || ")
    case .all(let tests): tests.map { $0.parenthesized(in: self) }.joined(separator: " && ")
    case .not(let test): "!" + test.parenthesized(in: self)
    case .exists(let query): query.description
    case .comparison(let left, let comparison, let right):
      "\(left) \(comparison.rawValue) \(right)"
    case .pattern(let subject, let pattern, let isWhole):
      "\(isWhole ? "match" : "search")(\(subject), \(pattern))"
    }
  }

  private func parenthesized(in outer: JSONPathTest) -> String {
    switch (self, outer) {
    case (.any, _), (.all, _), (.not, .not), (.comparison, .not): "(\(self))"
    default: description
    }
  }
}

extension JSONPathQuery: CustomStringConvertible {
  var description: String {
    (constant == nil ? "@" : "$") + segments.map(\.description).joined()
  }
}

extension JSONPathOperand: CustomStringConvertible {
  var description: String {
    switch self {
    case .literal(.null): "null"
    case .literal(.boolean(let boolean)): String(boolean)
    case .literal(.number(let text)): String(decoding: text, as: UTF8.self)
    case .literal(.string(let text)): JSONPathSelector.quoted(text)
    case .literal(.parameter(let number)): "<\(number)>"
    case .query(let query): query.description
    case .length(let operand): "length(\(operand))"
    case .count(let query): "count(\(query))"
    case .value(let query): "value(\(query))"
    }
  }
}

extension JSONPathPattern: CustomStringConvertible {
  var description: String {
    switch self {
    case .fixed(let expression): JSONPathSelector.quoted(Array(expression.text.utf8))
    case .computed(let operand): operand.description
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

  var isPathName: Bool {
    switch self {
    case "0"..."9": true
    default: isPathNameFirst
    }
  }
}
