extension JSONPath {
  /// Writes the normalized paths of values (RFC 9535, section 2.7).
  ///
  /// A value keeps no path; they are found by one walk through the document, past what does not lead
  /// to any of the values. Of a repeated key, all members have the same path, which leads to the last.
  ///
  /// - Parameters:
  ///   - values: values that stand in `root`, such as those that a path selects in it.
  ///   - root: the value that `$` stands for.
  /// - Returns: a path such as `$['users'][0]['id']` for each value, in their order; those of values
  ///   that do not stand in `root` are empty.
  public static func normalizedPaths(of values: [JSONValue], in root: JSONValue) -> [String] {
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
        if open.isEmpty { open = [JSONPathTrail(at: root.index, in: tape, path: "$")] }
        while open[open.count - 1].place != place {
          guard let inner = open[open.count - 1].advance(to: place, in: root.document) else {
            break
          }
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
  private var children: JSONPathChildren
  private var child: Int?
  private var position = 0

  init(at place: Int, in tape: [JSONTapeEntry], path: String) {
    self.place = place
    self.path = path
    end = Int(tape[place].next)
    children = JSONPathChildren(of: place, in: tape)
    child = children.next(in: tape)
  }

  /// Steps forward to the child that a value stands in.
  mutating func advance(to target: Int, in document: JSONDocument) -> JSONPathTrail? {
    while let current = child, Int(document.tape[current].next) <= target {
      child = children.next(in: document.tape)
      position += 1
    }
    guard let current = child, current <= target else { return nil }
    let isArray = document.tape[place].kind == .array
    let step =
      isArray
      ? String(position)
      : JSONPathSelector.quoted(JSONValue(document: document, index: current - 1).decodedOctets)
    return JSONPathTrail(at: current, in: document.tape, path: path + "[" + step + "]")
  }
}
