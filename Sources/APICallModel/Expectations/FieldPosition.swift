/// Which of the fields of one name is meant: `Set-Cookie`, `Set-Cookie[1]` or `Set-Cookie[*]`.
package enum FieldPosition: Sendable, Hashable {
  /// Any of them: one that passes, or else the first.
  case any
  /// The one at this position, counted from 0, or from the end if it is negative.
  case at(Int)
  /// All of them, as a list.
  case all

  /// The brackets after the name; empty for any field.
  package var suffix: String {
    switch self {
    case .any: ""
    case .at(let position): "[\(position)]"
    case .all: "[*]"
    }
  }

  /// Reads the brackets after a name.
  package init?(suffix: Substring) {
    guard suffix.first == "[", suffix.last == "]", suffix.count > 2 else { return nil }
    let inner = suffix.dropFirst().dropLast()
    if inner == "*" {
      self = .all
    } else if let position = Int(inner), String(position) == inner {
      self = .at(position)
    } else {
      return nil
    }
  }

  /// The value at the position; nil if there is none, or if it is not one position.
  package func value<Value>(of values: [Value]) -> Value? {
    guard case .at(let position) = self else { return nil }
    let index = position < 0 ? values.count + position : position
    return values.indices.contains(index) ? values[index] : nil
  }
}
