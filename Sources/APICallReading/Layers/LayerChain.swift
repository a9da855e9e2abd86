import APICallBase
import APICallText
import YAMLTree

/// The chain of files that extend one another, from the endpoint's own file to the last base.
struct LayerChain {
  private static let maximumFiles = 16
  private static let limit = 1 << 20
  /// The maximum number of keys and values of all files.
  private static let maximumSize = YAMLLimits.standard.nodes

  private let root: FileRoot?
  /// Canonical paths, and the names of the files in messages.
  private var files: [(path: String, name: String)] = []
  private var size = 0
  /// The trees, the endpoint's own first; `!raw` has been spread in each.
  private(set) var layers: [Node] = []

  init(_ tree: Node, of source: Source, in root: FileRoot?, _ reading: inout SpecReading) {
    self.root = root
    let path = root?.files.canonicalPath(of: source.name) ?? source.name
    files.append((path, source.name))
    size = tree.size
    layers.append(tree.spreadingRaw())
    var extends = tree.entry("extends")
    while let entry = extends {
      guard let base = read(entry, &reading) else {
        reading.missLayer()
        return
      }
      reading.bases = files.dropFirst().map(\.name)
      extends = base.entry("extends")
      layers.append(base.without("extends").spreadingRaw())
    }
  }

  private mutating func read(_ entry: Node.Entry, _ reading: inout SpecReading) -> Node? {
    guard !reading.reportUnset(entry.value), let written = reading.path(entry) else { return nil }
    let mark = entry.value.mark
    guard let root
    else { return reading.reject(FileRootProblem.missing(written, nil).diagnostic(at: mark)) }
    let path: String
    do {
      path = try root.resolve(written, at: mark)
    } catch { return reading.reject(error.diagnostic(at: mark)) }
    let name = root.files.shown(path)
    if files.contains(where: { $0.path == path }) {
      let circle = (files.map(\.name) + [name]).joined(separator: " -> ")
      return reading.reject(
        "files extend one another in a circle: \(circle)", at: mark,
        hint: "remove one of these lines")
    }
    guard files.count < Self.maximumFiles else {
      return reading.reject(
        "more than \(Self.maximumFiles) files extend one another", at: mark,
        hint: "merge some of them")
    }
    files.append((path, name))
    let bytes: [UInt8]
    do {
      bytes = try root.files.readCanonical(path, limit: Self.limit)
    } catch { return reading.reject("cannot read '\(written)': \(error.reason)", at: mark) }
    return tree(of: Source(name: name, bytes: bytes), written, at: mark, &reading)
  }

  private mutating func tree(
    of source: Source, _ written: String, at mark: Mark, _ reading: inout SpecReading
  ) -> Node? {
    let yaml = YAMLReader.spec.read(source)
    guard source.begins(withOneOf: EndpointFields.all.map(\.name), yaml) else {
      return reading.reject(
        "'\(written)' does not begin with a field of an endpoint", at: mark,
        hint: "'apicall check \(ShellWord.path(source.name))' reports its errors")
    }
    if yaml.problems.isEmpty, yaml.root == nil {
      reading.report(
        "'\(written)' is empty", at: mark, hint: "remove the line, or write fields into the file")
    } else if !yaml.problems.isEmpty || yaml.root?.entries == nil {
      reading.report("'\(written)' has errors, so it cannot be extended", at: mark)
    }
    reading.include(yaml)
    guard let root = yaml.root, reading.map(root, of: "an endpoint") != nil else { return nil }
    size += root.size
    guard size <= Self.maximumSize else {
      return reading.reject(
        "with '\(written)', there are more than \(Self.maximumSize) keys and values", at: mark,
        hint: "the files that extend one another share this limit")
    }
    return root
  }
}

extension Node {
  fileprivate func without(_ key: String) -> Node {
    var node = self
    if let entries { node.content = .mapping(entries.filter { $0.key != key }) }
    return node
  }
}
