extension JSONPath {
  /// Returns the normalized paths of values (RFC 9535, section 2.7).
  ///
  /// A value does not keep its path. One walk through the document finds all paths and skips
  /// everything that does not lead to one of the values. All members with a repeated key have the
  /// same path, which selects the last one.
  ///
  /// - Parameters:
  ///   - values: values inside `root`, such as those that a path selects in it.
  ///   - root: the value that `$` stands for.
  /// - Returns: a path such as `$['users'][0]['id']` for each value, in their order; the path of a
  ///   value outside `root` is empty.
  public static func normalizedPaths(of values: [JSONNode], in root: JSONNode) -> [String] {
    paths(of: values, in: root, from: "$") { "[" + JSONPathSelector.quoted($0) + "]" }
  }

  /// Returns the shortest paths of values, written as the description of a path: `$.users[0].id`.
  package static func shortPaths(
    of values: [JSONNode], in root: JSONNode, from start: String
  ) -> [String] {
    paths(of: values, in: root, from: start) { JSONPathSegment([.name($0)]).description }
  }

  /// Returns the step of a shortest path to a member: `.id`, `['first name']`.
  static func shortStep(to key: JSONNode) -> String {
    JSONPathSegment([.name(key.decodedBytes)]).description
  }

  private static func paths(
    of values: [JSONNode], in root: JSONNode, from start: String, step: ([UInt8]) -> String
  ) -> [String] {
    var paths = [String](repeating: "", count: values.count)
    let tape = root.document.tape
    let places = values.indices.filter { values[$0].document === root.document }
    // The containers around the last value, each with its path and its next child.
    var open: [JSONPathTrail] = []
    var last: Int?
    for index in places.sorted(by: { values[$0].index < values[$1].index }) {
      let place = values[index].index
      guard place >= root.index, place < Int(tape[root.index].next) else { continue }
      if place != last {
        while let inner = open.last, inner.end <= place { open.removeLast() }
        if open.isEmpty { open = [JSONPathTrail(at: root.index, in: tape, path: start)] }
        while open[open.count - 1].place != place {
          guard let inner = open[open.count - 1].advance(to: place, in: root.document, step)
          else { break }
          open.append(inner)
        }
      }
      last = place
      if let inner = open.last, inner.place == place { paths[index] = inner.path }
    }
    return paths
  }
}

/// A container on the way to a value.
private struct JSONPathTrail {
  let place: Int
  let end: Int
  let path: String
  private var children: JSONChildren
  private var child: Int?
  private var position = 0

  init(at place: Int, in tape: [JSONTapeEntry], path: String) {
    self.place = place
    self.path = path
    end = Int(tape[place].next)
    children = JSONChildren(of: place, in: tape)
    child = children.next(in: tape)
  }

  mutating func advance(
    to target: Int, in document: JSONDocument, _ step: ([UInt8]) -> String
  ) -> JSONPathTrail? {
    while let current = child, Int(document.tape[current].next) <= target {
      child = children.next(in: document.tape)
      position += 1
    }
    guard let current = child, current <= target else { return nil }
    let isArray = document.tape[place].kind == .array
    let step =
      isArray
      ? "[\(position)]" : step(JSONNode(document: document, index: current - 1).decodedBytes)
    return JSONPathTrail(at: current, in: document.tape, path: path + step)
  }
}
