import APICallBase
import APICallReading
import YAMLTree

/// A YAML value without marks, for tests of layers.
indirect enum LayerTree: Equatable {
  case text(String)
  case unset
  case list([LayerTree])
  case map([Entry])

  struct Entry: Equatable {
    var key: String
    var value: LayerTree
  }

  init(_ node: Node) {
    switch node.content {
    case _ where node.tag?.text == "!unset": self = .unset
    case .scalar(let scalar): self = .text((node.tag == nil ? "" : "!raw ") + scalar.text)
    case .sequence(let items): self = .list(items.map { LayerTree($0) })
    case .mapping(let entries):
      self = .map(entries.map { Entry(key: $0.key, value: LayerTree($0.value)) })
    }
  }

  /// The value in YAML's flow style.
  var yaml: String {
    switch self {
    case .text(let text): text
    case .unset: "!unset "
    case .list(let items): "[\(items.map(\.yaml).joined(separator: ", "))]"
    case .map(let entries):
      "{\(entries.map { "\($0.key): \($0.value.yaml)" }.joined(separator: ", "))}"
    }
  }

  /// Reads a layer, with `!raw` applied to its values.
  static func node(_ yaml: String, named name: String = "call.yaml") throws -> Node {
    let reading = YAMLReader.spec.read(Source(name: name, text: yaml))
    guard let root = reading.root, reading.problems.isEmpty else {
      throw Failure(.bug, reading.problems.first?.message ?? "nothing to read")
    }
    return root.spreadingRaw()
  }
}
