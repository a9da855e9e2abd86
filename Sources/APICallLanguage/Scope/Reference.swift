/// A value of the scope, or a part of one: `login.items[0]["First Name"]`.
package struct Reference: Sendable, Hashable {
  /// A step into a value.
  package enum Step: Sendable, Hashable {
    case member(String)
    /// The item of a list, counted from 0.
    case item(Int)

    var isMember: Bool { if case .member = self { true } else { false } }

    var text: String {
      switch self {
      case .member(let key): key
      case .item(let index): "[\(index)]"
      }
    }
  }

  package let name: String
  package let steps: [Step]

  package func text(upTo count: Int) -> String {
    steps[..<count].reduce(name) { text, step in
      if case .member = step { "\(text).\(step.text)" } else { text + step.text }
    }
  }
}
