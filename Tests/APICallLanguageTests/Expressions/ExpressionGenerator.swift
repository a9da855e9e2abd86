import JSONText
import SeededNumbers

/// Makes up expressions that have a value for most items, each as text and as a tree in JSON.
struct ExpressionGenerator {
  /// An expression.
  struct Made {
    let text: String
    /// A list of the operation and its operands.
    let tree: String

    init(_ text: String, _ tree: String...) {
      self.text = text
      self.tree = "[\(tree.joined(separator: ","))]"
    }
  }

  /// What `.` is: nothing, a number, or a map with the members of `rows`.
  enum Item { case none, number, row }

  /// The names of the expressions and their values.
  static let given = [
    ("n", "3"), ("k", "-0.25"), ("big", "123456789012345678901234567890.5"), ("s", #""é""#),
    ("nul", "null"), ("l", "[3,1.0,-2,1,0.5,1e2]"), ("e", "[]"),
    (
      "rows",
      #"""
      [{"a":2,"b":"x","c":1,"t":true},{"a":1.50,"b":"é","t":false},{"a":-3,"b":"","c":null,"t":true},
      {"a":2.0,"b":"𝄞","c":0,"t":false},{"a":15e-1,"b":"x","c":7,"t":true}]
      """#
    ),
  ]

  private var numbers: SeededGenerator
  private var depth = 0
  /// The number of item filters around the expression.
  private var items = 0

  init(seed: UInt64) { numbers = SeededGenerator(seed: seed) }

  /// Makes up an expression of any type.
  mutating func expression() -> Made {
    depth = 0
    switch numbers.below(7) {
    case 0, 1: return number(.none)
    case 2: return boolean(.none)
    case 3: return list(.none)
    case 4: return rows(.none)
    case 5:
      let isOfRows = numbers.below(2) == 0
      let list = isOfRows ? rows(.none) : list(.none)
      return filtered(
        list, numbers.pick(["group_by", "min_by", "max_by"]), isOfRows ? .row : .number)
    default: return text(.none)
    }
  }

  private mutating func deeper(_ make: (inout ExpressionGenerator) -> Made) -> Made {
    depth += 1
    defer { depth -= 1 }
    return make(&self)
  }

  private mutating func number(_ item: Item) -> Made {
    deeper { $0.someNumber(item) }
  }

  private mutating func someNumber(_ item: Item) -> Made {
    switch numbers.below(depth > 4 ? 4 : 12) {
    case 0, 1:
      let digits = numbers.pick([
        "0", "1", "2", "7", "-1", "0.1", "1.10", "-2.5", "1e3", "1e-3", "9223372036854775807",
        "-9223372036854775808", "98765432109876543210.125", "0.000000001", "3",
      ])
      return Made(digits, "\"number\"", "\"\(digits)\"")
    case 2, 3:
      switch item {
      case .number: return Made(".", "\"item\"")
      case .row:
        if numbers.below(3) > 0 { return member("a") }
        return numbers.below(3) == 0 ? member("c") : defaulted(member("c"), number(item))
      case .none:
        let name = numbers.pick(["n", "k", "big"])
        return Made(name, "\"name\"", "\"\(name)\"")
      }
    case 4:
      let value = number(item)
      return Made("(-(\(value.text)))", "\"minus\"", value.tree)
    case 5: return chosen(item) { $0.number(item) }
    case 6 where items < 4:
      let filter = numbers.pick(["sum", "avg"])
      return numbers.below(2) == 0
        ? filtered(rows(item), filter, .row) : filtered(list(item), filter, .number)
    case 7: return plain(list(item), numbers.pick(["sum", "min", "max", "length", "avg"]))
    default:
      return operation(numbers.pick(["+", "-", "*", "/", "%"]), number(item), number(item))
    }
  }

  private mutating func boolean(_ item: Item) -> Made {
    deeper { $0.someBoolean(item) }
  }

  private mutating func someBoolean(_ item: Item) -> Made {
    switch numbers.below(depth > 4 ? 3 : 11) {
    case 0:
      let word = numbers.pick(["true", "false"])
      return Made("\(word)", word)
    case 1, 2:
      if item == .row { return member("t") }
      return operation(
        numbers.pick(["<", "<=", ">", ">=", "==", "!="]), number(item), number(item))
    case 3, 4: return operation(numbers.pick(["and", "or"]), boolean(item), boolean(item))
    case 5: return plain(boolean(item), "not")
    case 6 where items < 4:
      let filter = numbers.pick(["any", "all"])
      return numbers.below(2) == 0
        ? filtered(rows(item), filter, .row) : filtered(list(item), filter, .number)
    case 7:
      return operation(numbers.pick(["<", "<=", ">", ">=", "==", "!="]), text(item), text(item))
    case 8:
      let other = numbers.below(2) == 0 ? list(item) : text(item)
      return operation(
        numbers.pick(["==", "!="]), numbers.below(2) == 0 ? list(item) : number(item), other)
    case 9: return chosen(item) { $0.boolean(item) }
    default:
      return operation(
        numbers.pick(["<", "<=", ">", ">=", "==", "!="]), number(item), number(item))
    }
  }

  private mutating func text(_ item: Item) -> Made {
    if item == .row, numbers.below(2) == 0 { return member("b") }
    if depth < 4, numbers.below(4) == 0 { return chosen(item) { $0.text(item) } }
    if numbers.below(4) == 0 { return Made("s", "\"name\"", "\"s\"") }
    let text = JSONWriter.string(numbers.pick(["x", "é", "", "𝄞", "Z", "10", "\u{FFFD}"]))
    return Made(text, "\"text\"", text)
  }

  private mutating func list(_ item: Item) -> Made {
    deeper { $0.someList(item) }
  }

  private mutating func someList(_ item: Item) -> Made {
    switch numbers.below(depth > 4 || items > 3 ? 3 : 10) {
    case 0: return Made("l", "\"name\"", "\"l\"")
    case 1:
      let (one, two) = (number(item), number(item))
      return Made("list(\(one.text), \(two.text))", "\"list\"", one.tree, two.tree)
    case 2:
      let count = numbers.below(5)
      return numbers.below(3) == 0
        ? Made("e", "\"name\"", "\"e\"") : Made("range(0, \(count))", "\"range\"", "\(count)")
    case 3: return operation(numbers.pick(["+", "-"]), list(item), list(item))
    case 4: return plain(list(item), numbers.pick(["unique", "sort", "reverse"]))
    case 5: return filtered(rows(item), "map", .row)
    case 6: return filtered(list(item), numbers.pick(["sort_by", "unique_by"]), .number)
    case 7: return filtered(list(item), "select", .number)
    case 8: return chosen(item) { $0.list(item) }
    default: return filtered(list(item), "map", .number)
    }
  }

  private mutating func rows(_ item: Item) -> Made {
    deeper { $0.someRows(item) }
  }

  private mutating func someRows(_ item: Item) -> Made {
    switch numbers.below(depth > 4 || items > 3 ? 1 : 6) {
    case 0, 1: return Made("rows", "\"name\"", "\"rows\"")
    case 2: return operation(numbers.pick(["+", "-"]), rows(item), rows(item))
    case 3: return filtered(rows(item), "select", .row)
    default: return filtered(rows(item), numbers.pick(["sort_by", "unique_by"]), .row)
    }
  }

  private func member(_ name: String) -> Made { Made(".\(name)", "\"member\"", "\"\(name)\"") }

  private func defaulted(_ value: Made, _ other: Made) -> Made {
    Made("(\(value.text) | default(\(other.text)))", "\"default\"", value.tree, other.tree)
  }

  private func operation(_ infix: String, _ left: Made, _ right: Made) -> Made {
    Made("(\(left.text) \(infix) \(right.text))", "\"\(infix)\"", left.tree, right.tree)
  }

  private func plain(_ value: Made, _ filter: String) -> Made {
    Made("(\(value.text) | \(filter))", "\"filter\"", "\"\(filter)\"", value.tree)
  }

  private mutating func chosen(
    _ item: Item, _ make: (inout ExpressionGenerator) -> Made
  ) -> Made {
    let (one, two) = (make(&self), make(&self))
    if numbers.below(3) == 0 {
      return Made("try(\(one.text), \(two.text))", "\"try\"", one.tree, two.tree)
    }
    let condition = boolean(item)
    return Made(
      "if(\(condition.text), \(one.text), \(two.text))", "\"if\"", condition.tree, one.tree,
      two.tree)
  }

  /// An expression by which items are sorted.
  private mutating func key(_ item: Item) -> Made {
    switch numbers.below(item == .row ? 4 : 2) {
    case 0: return boolean(item)
    case 1: return number(item)
    case 2: return member("c")
    default: return text(item)
    }
  }

  /// A filter with an expression of the items that it needs.
  private mutating func filtered(_ list: Made, _ filter: String, _ item: Item) -> Made {
    items += 1
    defer { items -= 1 }
    let isCondition = ["select", "any", "all"].contains(filter)
    let argument =
      isCondition
      ? boolean(item) : ["map", "sum", "avg"].contains(filter) ? number(item) : key(item)
    guard filter == "sort_by", numbers.below(2) == 0 else {
      return Made(
        "(\(list.text) | \(filter)(\(argument.text)))", "\"items\"", "\"\(filter)\"", list.tree,
        argument.tree)
    }
    let second = key(item)
    return Made(
      "(\(list.text) | sort_by(\(argument.text), \(second.text)))", "\"items\"", "\"sort_by\"",
      list.tree, argument.tree, second.tree)
  }
}
