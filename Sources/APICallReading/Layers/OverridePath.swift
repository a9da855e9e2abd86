import APICallBase
import YAMLTree

/// The path of a value in a file, as in `--set`: `json.user.name`, `json.items[0]`,
/// `query["filter[name]"]`.
enum OverridePath {
  /// One step down.
  enum Step: Sendable {
    case key(String, Mark)
    case item(Int, Mark)

    var mark: Mark {
      switch self {
      case .key(_, let mark), .item(_, let mark): mark
      }
    }

    var text: String {
      switch self {
      case .key(let key, _): key
      case .item(let index, _): "[\(index)]"
      }
    }
  }

  private static let limit = 32

  /// Reads a path up to its `=`.
  ///
  /// Returns the steps, and the number of Unicode scalars before the value. Throws a ``Failure``
  /// with exit status 64 if the path is not valid.
  static func parse(
    _ source: Source, _ text: String
  ) throws(Failure) -> (path: [Step], start: Int) {
    let scalars = Array(text.unicodeScalars)
    var steps: [Step] = []
    var index = 0
    func refuse(_ message: String) -> Failure {
      let mark = Mark(source: source, start: .init(line: 1, column: index + 1))
      return Failure(
        .usage, message, at: mark,
        hint: "write PATH=YAML, as in json.user.name=Ann, json.items[0]=5 or headers.X-Id=7")
    }
    while steps.count < limit {
      let first = index
      func mark() -> Mark {
        Mark(
          source: source, start: .init(line: 1, column: first + 1),
          end: .init(line: 1, column: index + 1))
      }
      if index < scalars.count, scalars[index] == "[", !steps.isEmpty {
        guard let close = close(of: scalars, from: index) else {
          throw refuse("'[' is not closed")
        }
        let inside = scalars[(index + 1)..<close]
        index = close + 1
        if let quote = inside.first, quote == "\"" || quote == "'" {
          steps.append(.key(String(inside.dropFirst().dropLast()), mark()))
        } else if let number = UInt16(String(inside)) {
          steps.append(.item(Int(number), mark()))
        } else {
          index = first
          throw refuse("brackets take the number of an item, or a key in quotes")
        }
      } else {
        while index < scalars.count, !".[=".unicodeScalars.contains(scalars[index]) { index += 1 }
        guard index > first else { throw refuse("a name is missing here") }
        steps.append(.key(String(scalars[first..<index]), mark()))
      }
      guard index < scalars.count else { throw refuse("'=' is missing after the path") }
      if scalars[index] == "=" { return (steps, index + 1) }
      if scalars[index] == "." {
        index += 1
      } else if scalars[index] != "[" {
        throw refuse("'.', '[' or '=' is missing here")
      }
    }
    throw refuse("the path has more than \(limit) steps")
  }

  /// The closing bracket of an opening one; brackets in quotes are ignored.
  private static func close(of scalars: [Unicode.Scalar], from open: Int) -> Int? {
    var index = open + 1
    if index < scalars.count, scalars[index] == "\"" || scalars[index] == "'" {
      guard let end = scalars[(index + 1)...].firstIndex(of: scalars[index]) else { return nil }
      index = end + 1
      return index < scalars.count && scalars[index] == "]" ? index : nil
    }
    return scalars[index...].firstIndex(of: "]")
  }
}

extension String {
  fileprivate init(_ scalars: some Sequence<Unicode.Scalar>) {
    var view = UnicodeScalarView()
    view.append(contentsOf: scalars)
    self.init(view)
  }
}

/// Values that were read as a separate text, and are part of the first line of another text.
extension Node {
  /// The value with marks that point into the other text.
  func moved(to source: Source, after width: Int) -> Node {
    var node = self
    node.mark = mark.moved(to: source, after: width)
    node.tag = tag.map { Tag($0.text, at: $0.mark.moved(to: source, after: width)) }
    switch content {
    case .scalar: break
    case .sequence(let items):
      node.content = .sequence(items.map { $0.moved(to: source, after: width) })
    case .mapping(let entries):
      node.content = .mapping(
        entries.map { entry in
          Entry(
            key: entry.key, keyMark: entry.keyMark.moved(to: source, after: width),
            value: entry.value.moved(to: source, after: width))
        })
    }
    return node
  }
}

extension YAMLProblem {
  func moved(to source: Source, after width: Int) -> YAMLProblem {
    var problem = self
    problem.mark = mark.moved(to: source, after: width)
    problem.related = related?.moved(to: source, after: width)
    return problem
  }
}

extension Mark {
  fileprivate func moved(to source: Source, after width: Int) -> Mark {
    Mark(source: source, start: start.moved(after: width), end: end.moved(after: width))
  }
}

extension Mark.Position {
  fileprivate func moved(after width: Int) -> Mark.Position {
    line == 1 ? Mark.Position(line: 1, column: column + width) : self
  }
}
