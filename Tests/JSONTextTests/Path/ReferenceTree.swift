@testable import JSONText
import SeededNumbers

/// A JSON value as a tree, for the reference that paths are compared with.
indirect enum ReferenceTree {
  case null
  case boolean(Bool)
  case number(Double)
  case string(String)
  case array([ReferenceTree])
  case object([(key: String, value: ReferenceTree)])

  var text: String {
    switch self {
    case .null: "null"
    case .boolean(let boolean): "\(boolean)"
    case .number(let number): "\(number)"
    case .string(let text): JSONWriter.string(text)
    case .array(let elements): "[" + elements.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{"
        + members.map { JSONWriter.string($0.key) + ":" + $0.value.text }.joined(separator: ",")
        + "}"
    }
  }

  static func isEqual(_ left: ReferenceTree?, _ right: ReferenceTree?) -> Bool {
    switch (left, right) {
    case (nil, nil), (.null, .null): return true
    case (.boolean(let left), .boolean(let right)): return left == right
    case (.number(let left), .number(let right)): return left == right
    case (.string(let left), .string(let right)):
      return left.unicodeScalars.elementsEqual(right.unicodeScalars)
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { isEqual($0, $1) }
    case (.object(let left), .object(let right)):
      let (left, right) = (last(left), last(right))
      return left.count == right.count
        && left.allSatisfy { key, value in right[key].map { isEqual(value, $0) } ?? false }
    default: return false
    }
  }

  static func isLess(_ left: ReferenceTree?, _ right: ReferenceTree?) -> Bool {
    switch (left, right) {
    case (.number(let left), .number(let right)): left < right
    case (.string(let left), .string(let right)):
      left.unicodeScalars.map(\.value).lexicographicallyPrecedes(right.unicodeScalars.map(\.value))
    default: false
    }
  }

  private static func last(
    _ members: [(key: String, value: ReferenceTree)]
  ) -> [[UInt8]: ReferenceTree] {
    members.reduce(into: [:]) { $0[Array($1.key.utf8)] = $1.value }
  }

  /// Makes a value of any kind.
  static func make(_ random: inout SeededGenerator, depth: Int = 0) -> ReferenceTree {
    switch depth == 0 ? 6 + random.below(4) : random.below(depth < 4 ? 10 : 6) {
    case 0: return .null
    case 1: return .boolean(random.below(2) == 0)
    case 2, 3: return .number([0, 1, 2, -1, 1.5, 1000, 0.1][random.below(7)])
    case 4, 5: return .string(["", "a", "b", "ab", "é", "😀", "1", "a\nb"][random.below(8)])
    case 6, 7:
      return .array((0..<random.below(5)).map { _ in make(&random, depth: depth + 1) })
    default:
      let keys = ["a", "b", "c", "a b", "'", "é"]
      return .object(
        (0..<random.below(5)).map { _ in
          (keys[random.below(keys.count)], make(&random, depth: depth + 1))
        })
    }
  }
}

/// A place in a tree.
struct ReferenceNode {
  var tree: ReferenceTree
  var path: String

  var children: [ReferenceNode] {
    switch tree {
    case .array(let elements):
      elements.enumerated().map { ReferenceNode(tree: $1, path: path + "[\($0)]") }
    case .object(let members):
      members.map { key, value in
        ReferenceNode(tree: value, path: path + "['\(key.replacing("'", with: "\\'"))']")
      }
    default: []
    }
  }

  var descendants: [ReferenceNode] { [self] + children.flatMap(\.descendants) }

  func member(_ name: String) -> ReferenceNode? {
    guard case .object(let members) = tree else { return nil }
    return zip(members, children).reversed().first { $0.0.key == name }?.1
  }

  func element(_ index: Int) -> ReferenceNode? {
    guard case .array(let elements) = tree else { return nil }
    let index = index < 0 ? index + elements.count : index
    return elements.indices.contains(index) ? children[index] : nil
  }
}
