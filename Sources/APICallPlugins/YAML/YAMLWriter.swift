package import APICallBase
import APICallText
package import JSONText
import YAMLTree

/// Writes JSON as YAML, with two columns per level.
package struct YAMLWriter {
  /// The longest key before a colon on the same line, because YAML readers look 1024 characters
  /// ahead.
  private static let longestKey = 1000

  private let output: any ByteSink
  private var text = StyledText()

  package init(output: any ByteSink) { self.output = output }

  /// Writes a document.
  ///
  /// Throws ``DeliveryError/unsuitable(_:)`` for half of a surrogate pair and for a repeated key,
  /// and the errors of the output.
  package mutating func write(_ root: JSONNode) throws(DeliveryError) {
    if root.isBlock {
      try writeBlock(root, at: 0, isAfterDash: false)
    } else {
      try writeFlow(root, at: 0)
    }
    try text.drain(to: output)
  }

  /// Writes the entries of a list or map.
  ///
  /// The first one follows the dash of the surrounding list on the current line, if there is one.
  private mutating func writeBlock(
    _ value: JSONNode, at column: Int, isAfterDash: Bool
  ) throws(DeliveryError) {
    var isFirst = isAfterDash
    if value.kind == .array {
      for item in value.elements {
        if !isFirst { indent(column) }
        isFirst = false
        text.append("- ")
        if item.isBlock {
          try writeBlock(item, at: column + 2, isAfterDash: true)
        } else {
          try writeFlow(item, at: column + 2)
        }
        try drainIfLong()
      }
    } else {
      var keys = KeySet()
      for (name, member) in value.members.places {
        let key = try string(name)
        guard keys.insert(key) else {
          throw .unsuitable("a map has the key '\(key)' twice, which YAML does not allow")
        }
        if !isFirst { indent(column) }
        isFirst = false
        writeKey(key, at: column)
        if member.isBlock {
          text.append("\n")
          try writeBlock(member, at: column + 2, isAfterDash: false)
        } else {
          text.append(" ")
          try writeFlow(member, at: column + 2)
        }
        try drainIfLong()
      }
    }
  }

  private mutating func writeKey(_ key: String, at column: Int) {
    let written = PlainText.canStand(key) ? key : YAMLText.quoted(key)
    if written.unicodeScalars.count <= Self.longestKey {
      text.append(written, .key)
    } else {
      text.append("? ")
      text.append(written, .key)
      text.append("\n")
      indent(column)
    }
    text.append(":")
  }

  /// Writes a value that needs no block of entries, and the line break after it.
  private mutating func writeFlow(_ value: JSONNode, at column: Int) throws(DeliveryError) {
    switch value.kind {
    case .array: text.append("[]")
    case .object: text.append("{}")
    case .null, .boolean, .number: text.append(value.bytes.span, TextStyle(value.kind))
    case .string:
      let string = try string(value)
      if PlainText.canStand(string) {
        text.append(string, .string)
      } else if YAMLText.canBeLiteral(string) {
        return writeLiteral(string, at: max(column, 2))
      } else {
        text.append(YAMLText.quoted(string), .string)
      }
    }
    text.append("\n")
  }

  private func string(_ value: JSONNode) throws(DeliveryError) -> String {
    guard let string = value.string else {
      throw .unsuitable(
        "\(value.text.prefix(60)) contains half of a surrogate pair, which is not text")
    }
    return string
  }

  /// Writes text line by line after `|` (YAML 1.2.2, section 8.1.2).
  private mutating func writeLiteral(_ string: String, at column: Int) {
    var lines = string.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    let endsLine = lines.last?.isEmpty ?? false
    if endsLine { lines.removeLast() }
    text.append(!endsLine ? "|-\n" : lines.last?.isEmpty ?? false ? "|+\n" : "|\n")
    for line in lines {
      if !line.isEmpty { indent(column) }
      text.append(String(Substring(line)), .string)
      text.append("\n")
    }
  }

  private mutating func indent(_ column: Int) {
    text.append(spaces: column)
  }

  private mutating func drainIfLong() throws(DeliveryError) {
    if text.bytes.count > 1 << 15 { try text.drain(to: output) }
  }
}

extension JSONNode {
  fileprivate var isBlock: Bool {
    switch kind {
    case .array:
      var elements = elements
      return elements.next() != nil
    case .object:
      var members = members
      return members.next() != nil
    default: return false
    }
  }
}

/// The keys of a map, by their bytes, because String treats canonically equivalent keys as equal.
private struct KeySet {
  private var few: [String] = []
  private var many: Set<[UInt8]> = []

  /// Adds a key; false if it is already there.
  mutating func insert(_ key: String) -> Bool {
    guard many.isEmpty else { return many.insert(Array(key.utf8)).inserted }
    guard !few.contains(where: { $0.utf8.elementsEqual(key.utf8) }) else { return false }
    few.append(key)
    if few.count > 16 { many = Set(few.map { Array($0.utf8) }) }
    return true
  }
}
