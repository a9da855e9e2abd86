import YAMLTree

/// Values that were read as a text of their own, and stand at the end of the first line of another.
extension Node {
  /// The value with marks that point into the other text.
  ///
  /// - Parameters:
  ///   - source: the other text.
  ///   - width: what stands before the value, in Unicode scalars.
  /// - Returns: the same value.
  func moved(to source: Source, behind width: Int) -> Node {
    var node = self
    node.mark = mark.moved(to: source, behind: width)
    node.tag = tag.map { Tag($0.text, at: $0.mark.moved(to: source, behind: width)) }
    switch content {
    case .scalar: break
    case .sequence(let items):
      node.content = .sequence(items.map { $0.moved(to: source, behind: width) })
    case .mapping(let entries):
      node.content = .mapping(
        entries.map { entry in
          Entry(
            key: entry.key, keyMark: entry.keyMark.moved(to: source, behind: width),
            value: entry.value.moved(to: source, behind: width))
        })
    }
    return node
  }
}

extension YAMLProblem {
  /// The problem with marks that point into the other text.
  func moved(to source: Source, behind width: Int) -> YAMLProblem {
    var problem = self
    problem.mark = mark.moved(to: source, behind: width)
    problem.related = related?.moved(to: source, behind: width)
    return problem
  }
}

extension Mark {
  fileprivate func moved(to source: Source, behind width: Int) -> Mark {
    Mark(
      source: source, start: start.moved(behind: width), end: end.moved(behind: width))
  }
}

extension Mark.Position {
  fileprivate func moved(behind width: Int) -> Mark.Position {
    line == 1 ? Mark.Position(line: 1, column: column + width) : self
  }
}
