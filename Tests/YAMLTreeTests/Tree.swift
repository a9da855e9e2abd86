import YAMLTree

/// A tree without locations, for comparison.
indirect enum Tree: Equatable, Sendable {
  case plain(String)
  case quoted(String)
  case list([Tree])
  case map([Field])

  struct Field: Equatable, Sendable {
    var key: String
    var value: Tree

    init(_ key: String, _ value: Tree) {
      self.key = key
      self.value = value
    }
  }

  init(_ node: Node) {
    switch node.content {
    case .scalar(let scalar):
      self = scalar.style == .plain ? .plain(scalar.text) : .quoted(scalar.text)
    case .sequence(let items): self = .list(items.map { Tree($0) })
    case .mapping(let entries): self = .map(entries.map { Field($0.key, Tree($0.value)) })
    }
  }
}

extension YAMLReader {
  /// Reads the text of a test.
  func read(_ text: String) -> YAMLReading { read(Source(name: "a.yaml", text: text)) }
}
