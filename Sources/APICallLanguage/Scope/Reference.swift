/// A value of the scope, or a part of one: `login.items[0]["First Name"]`.
package struct Reference: Sendable, Hashable {
  /// A step into a value.
  package enum Step: Sendable, Hashable {
    /// The member of a map with that key.
    case member(String)
    /// The item of a list, counted from 0.
    case item(Int)

    /// Whether it is the member of a map.
    var isMember: Bool { if case .member = self { true } else { false } }

    /// The step as messages show it.
    var text: String {
      switch self {
      case .member(let key): key
      case .item(let index): "[\(index)]"
      }
    }
  }

  /// The name at its beginning.
  package let name: String
  /// The steps from the outside in.
  package let steps: [Step]

  /// The name and the first steps, as messages show them.
  package func text(upTo count: Int) -> String {
    steps[..<count].reduce(name) { text, step in
      if case .member = step { "\(text).\(step.text)" } else { text + step.text }
    }
  }
}
