import SeededNumbers

/// A random path, as its text and as the plainest form of its meaning: lists of places, without any
/// optimisation of the library.
struct ReferencePath {
  typealias Root = ReferenceNode

  struct Selector {
    var text: String
    var select: (ReferenceNode, Root) -> [ReferenceNode]
  }

  struct Test {
    var text: String
    var holds: (ReferenceNode, Root) -> Bool
  }

  struct Operand {
    var text: String
    var value: (ReferenceNode, Root) -> ReferenceTree?
  }

  var text: String
  var select: (ReferenceNode, Root) -> [ReferenceNode]

  init(_ maker: inout ReferenceMaker) {
    let path = maker.query("$", depth: 0)
    text = path.text
    select = path.select
  }
}

/// Makes paths from random numbers.
struct ReferenceMaker {
  typealias Selector = ReferencePath.Selector
  typealias Test = ReferencePath.Test
  typealias Operand = ReferencePath.Operand

  var random: SeededGenerator

  private mutating func blank() -> String { ["", "", "", " ", "\n\t"][random.below(5)] }

  mutating func query(_ start: String, depth: Int, isSingular: Bool = false) -> Selector {
    var text = start
    var steps: [(ReferenceNode, ReferenceNode) -> [ReferenceNode]] = []
    for _ in 0..<random.below(isSingular ? 3 : 4) {
      let selectors = (0..<(isSingular ? 1 : 1 + random.below(5) / 3)).map { _ in
        isSingular ? singular() : selector(depth)
      }
      let isDeep = !isSingular && random.below(4) == 0
      text += blank() + (isDeep ? ".." : "") + "["
      text += selectors.map { blank() + $0.text + blank() }.joined(separator: ",") + "]"
      steps.append { node, root in
        (isDeep ? node.descendants : [node]).flatMap { node in
          selectors.flatMap { $0.select(node, root) }
        }
      }
    }
    return Selector(text: text) { node, root in
      steps.reduce(start == "$" ? [root] : [node]) { nodes, step in
        nodes.flatMap { step($0, root) }
      }
    }
  }

  private mutating func singular() -> Selector {
    if random.below(2) == 0 {
      let name = ["a", "b", "c", "a b", "é"][random.below(5)]
      return Selector(text: "'\(name)'") { node, _ in node.member(name).map { [$0] } ?? [] }
    }
    let index = random.below(7) - 3
    return Selector(text: "\(index)") { node, _ in node.element(index).map { [$0] } ?? [] }
  }

  private mutating func selector(_ depth: Int) -> Selector {
    switch random.below(depth < 3 ? 8 : 6) {
    case 0, 1: return singular()
    case 2: return slice()
    case 3, 4, 5: return Selector(text: "*") { node, _ in node.children }
    default:
      let test = test(depth + 1)
      return Selector(text: "?" + test.text) { node, root in
        node.children.filter { test.holds($0, root) }
      }
    }
  }

  private mutating func slice() -> Selector {
    func bound() -> Int? { random.below(3) == 0 ? nil : random.below(11) - 5 }
    let (start, end, step) = (bound(), bound(), bound())
    let text =
      "\(start.map(String.init) ?? ""):\(end.map(String.init) ?? "")"
      + (step.map { ":\($0)" } ?? "")
    return Selector(text: text) { node, _ in
      guard case .array(let elements) = node.tree, (step ?? 1) != 0 else { return [] }
      let (count, step) = (elements.count, step ?? 1)
      func place(_ bound: Int) -> Int { bound < 0 ? bound + count : bound }
      let places =
        step > 0
        ? (0..<count).filter {
          let first = max(start.map(place) ?? 0, 0)
          return $0 >= first && $0 < end.map(place) ?? count && ($0 - first) % step == 0
        }
        : (0..<count).reversed().filter {
          let first = min(start.map(place) ?? count - 1, count - 1)
          return $0 <= first && $0 > end.map(place) ?? -1 && (first - $0) % step == 0
        }
      return places.map { node.children[$0] }
    }
  }

  private mutating func test(_ depth: Int) -> Test {
    switch random.below(depth < 3 ? 8 : 5) {
    case 0, 1:
      let query = query(random.below(4) == 0 ? "$" : "@", depth: depth)
      let isNegated = random.below(3) == 0
      return Test(text: (isNegated ? "!" + blank() : "") + query.text) { node, root in
        query.select(node, root).isEmpty == isNegated
      }
    case 2, 3, 4:
      return comparison(depth)
    case 5:
      let inner = test(depth + 1)
      let isNegated = random.below(2) == 0
      return Test(text: (isNegated ? "!" : "") + "(" + inner.text + ")") { node, root in
        inner.holds(node, root) != isNegated
      }
    default:
      // In parentheses, so that the text shows the grouping.
      let tests = (0..<3).map { _ in test(depth + 1) }
      let texts = tests.map { "(\($0.text))" }
      return Test(text: "\(texts[0])\(blank())||\(blank())\(texts[1]) && \(texts[2])") {
        tests[0].holds($0, $1) || tests[1].holds($0, $1) && tests[2].holds($0, $1)
      }
    }
  }

  private mutating func comparison(_ depth: Int) -> Test {
    let (left, right) = (operand(depth), operand(depth))
    let sign = ["==", "!=", "<", "<=", ">", ">="][random.below(6)]
    return Test(text: left.text + blank() + sign + blank() + right.text) { node, root in
      let (left, right) = (left.value(node, root), right.value(node, root))
      let isEqual = ReferenceTree.isEqual(left, right)
      switch sign {
      case "==": return isEqual
      case "!=": return !isEqual
      case "<": return ReferenceTree.isLess(left, right)
      case "<=": return ReferenceTree.isLess(left, right) || isEqual
      case ">": return ReferenceTree.isLess(right, left)
      default: return ReferenceTree.isLess(right, left) || isEqual
      }
    }
  }

  private mutating func operand(_ depth: Int) -> Operand {
    switch random.below(8) {
    case 0, 1, 2:
      let literals: [(String, ReferenceTree)] = [
        ("null", .null), ("true", .boolean(true)), ("1", .number(1)), ("10e-1", .number(1)),
        ("1.50", .number(1.5)), ("'a'", .string("a")), ("\"\\u00e9\"", .string("é")),
      ]
      let (text, value) = literals[random.below(literals.count)]
      return Operand(text: text) { _, _ in value }
    case 3, 4, 5:
      let query = query(random.below(4) == 0 ? "$" : "@", depth: depth, isSingular: true)
      return Operand(text: query.text) { query.select($0, $1).first?.tree }
    case 6:
      let query = query("@", depth: depth + 1, isSingular: true)
      return Operand(text: "length(\(blank())\(query.text))") {
        switch query.select($0, $1).first?.tree {
        case .string(let text): .number(Double(text.unicodeScalars.count))
        case .array(let elements): .number(Double(elements.count))
        case .object(let members): .number(Double(members.count))
        default: nil
        }
      }
    default:
      let query = query("@", depth: depth + 1)
      if random.below(2) == 0 {
        return Operand(text: "count(\(query.text))") { .number(Double(query.select($0, $1).count)) }
      }
      return Operand(text: "value(\(query.text)\(blank()))") {
        let found = query.select($0, $1)
        return found.count == 1 ? found[0].tree : nil
      }
    }
  }
}
