/// An operator of expressions, by its spelling; each needs a space on both sides.
package enum Operator: String, Sendable, CaseIterable {
  case or, and
  case equal = "=="
  case unequal = "!="
  case less = "<"
  case atMost = "<="
  case greater = ">"
  case atLeast = ">="
  case plus = "+"
  case minus = "-"
  case times = "*"
  case divided = "/"
  case remainder = "%"

  /// How strongly it binds, from 1; the `|` of filters binds less.
  var level: Int {
    switch self {
    case .or: 1
    case .and: 2
    case .equal, .unequal, .less, .atMost, .greater, .atLeast: 3
    case .plus, .minus: 4
    case .times, .divided, .remainder: 5
    }
  }

  var isComparison: Bool { level == 3 }
}
