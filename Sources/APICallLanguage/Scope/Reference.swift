/// A value of the scope, or a part of one: `login.items[0]["First Name"]`.
package struct Reference: Sendable, Hashable {
  /// A step into a value.
  package enum Step: Sendable, Hashable {
    case member(String)
    /// The item of a list, counted from 0.
    case item(Int)

    /// Whether the keys have the same bytes: two spellings of one text are two keys.
    package static func == (left: Step, right: Step) -> Bool {
      switch (left, right) {
      case (.member(let one), .member(let other)): one.utf8.elementsEqual(other.utf8)
      case (.item(let one), .item(let other)): one == other
      case (.member, .item), (.item, .member): false
      }
    }

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
