package import APICallLanguage
package import JSONText

/// The place of a part in a value: the names of members and the positions of items that lead to it.
package struct MemberPath: Sendable, Hashable {
  package typealias Step = Reference.Step

  package var steps: [Step]

  package init(_ steps: [Step]) { self.steps = steps }

  /// Returns the part, which is null if a part that leads to it is; nil if the value lacks it.
  package func part(of value: JSONNode) -> JSONNode? {
    var part = value
    for step in steps {
      if part.isNull { return part }
      let next =
        switch step {
        case .member(let name): part[name]
        case .item(let position): part[position]
        }
      guard let next else { return nil }
      part = next
    }
    return part
  }

  /// Finds the value on the way that cannot have the next part of it: a name needs a map, and a
  /// position a list.
  package func misfit(in value: JSONNode) -> (place: MemberPath, value: JSONNode)? {
    var part = value
    for (index, step) in steps.enumerated() {
      if part.isNull { return nil }
      let kind: JSONKind = if case .member = step { .object } else { .array }
      guard part.kind == kind else { return (MemberPath(Array(steps.prefix(index))), part) }
      guard let next = MemberPath([step]).part(of: part) else { return nil }
      part = next
    }
    return nil
  }
}

extension MemberPath: CustomStringConvertible {
  /// The path as `--columns` reads it: `owner.login`, `tags[0]`, `"a.b"`.
  package var description: String {
    var text = ""
    for step in steps {
      switch step {
      case .item(let position): text += "[\(position)]"
      case .member(let name): text += (text.isEmpty ? "" : ".") + Self.written(name)
      }
    }
    return text
  }

  /// Whether a byte ends a name that is not in quotes.
  static func endsName(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == 0x7F || ".,=[]\"".utf8.contains(byte)
  }

  private static func written(_ name: String) -> String {
    let isPlain =
      !name.isEmpty && name != "*" && name != "$" && !name.utf8.contains(where: endsName)
    guard !isPlain else { return name }
    var text = "\""
    for scalar in name.unicodeScalars {
      if scalar == "\"" || scalar == "\\" { text += "\\" }
      text.unicodeScalars.append(scalar)
    }
    return text + "\""
  }
}
