import APICallReading
import SeededNumbers
import Testing
import YAMLTree

@Suite("Properties of all layers")
struct LayerPropertyTests {
  private static let seed: UInt64 = 20_260_131
  private static let iterations = 2_000

  /// Paths of the maps that are merged; `*` is any key.
  private static let merging = [
    [], ["query"], ["headers"], ["let"], ["inputs"], ["inputs", "*"], ["outputs"],
    ["outputs", "*"], ["expect"], ["timeout"],
  ]
  private static let bodies = ["json", "form", "multipart", "text", "file", "graphql"]

  /// Merges as the manual describes, for trees whose keys differ in more than case.
  private static func reference(
    _ upper: LayerTree, onto lower: LayerTree, path: [String] = []
  ) -> LayerTree {
    guard case .map(let over) = upper, case .map(let below) = lower,
      merging.contains(where: { pattern in
        pattern.count == path.count && zip(pattern, path).allSatisfy { $0 == "*" || $0 == $1 }
      })
    else { return upper }
    let written = over.filter { $0.value != .unset }.map(\.key)
    var result: [LayerTree.Entry] = []
    for entry in below {
      guard let mine = over.first(where: { $0.key == entry.key }) else {
        if !isDisplaced(entry.key, by: written, path: path) { result.append(entry) }
        continue
      }
      if mine.value == .unset, entry.value != .unset { continue }
      let value = reference(mine.value, onto: entry.value, path: path + [entry.key])
      result.append(LayerTree.Entry(key: entry.key, value: value))
    }
    return .map(result + over.filter { mine in !below.contains { $0.key == mine.key } })
  }

  private static func isDisplaced(_ key: String, by written: [String], path: [String]) -> Bool {
    if path.first == "outputs", path.count == 2 {
      let places = ["from", "header", "regex"]
      return places.contains(key) && written.contains(where: places.contains)
    }
    guard path.isEmpty else { return false }
    let chosen = written.filter(bodies.contains)
    if bodies.contains(key) { return !chosen.isEmpty }
    if key == "form_style" { return !chosen.isEmpty && !chosen.contains("form") }
    if key == "type" || key == "template" || key == "escape" {
      return !chosen.isEmpty && !chosen.contains("text") && !chosen.contains("file")
    }
    let isSplit = written.contains("host") || written.contains("path")
    if key == "url" { return isSplit }
    return (key == "host" || key == "path") && written.contains("url") && !isSplit
  }

  @Test("The merged layers equal those of a simple merge, for two, three and four layers")
  func likeReference() throws {
    var random = SeededGenerator(seed: Self.seed)
    for iteration in 0..<Self.iterations {
      let layers = (0..<2 + random.below(3)).map { LayerMaker(layer: $0).map(&random) }
      let nodes = try layers.enumerated().map { try LayerTree.node($1.yaml, named: "\($0).yaml") }
      let merged = nodes.dropFirst().reduce(nodes[0]) { $1.merged(onto: $0) }
      let expected = layers.dropFirst().reduce(layers[0]) { Self.reference($1, onto: $0) }
      let texts = layers.map(\.yaml).joined(separator: "\n")
      try #require(
        LayerTree(merged).yaml == expected.yaml,
        "seed \(Self.seed), iteration \(iteration):\n\(texts)")
      try #require(
        Self.marksHold(in: merged), "seed \(Self.seed), iteration \(iteration):\n\(texts)")
    }
  }

  @Test(
    "Merging is associative if nothing is removed and no fields are exclusive")
  func associative() throws {
    var random = SeededGenerator(seed: Self.seed)
    for iteration in 0..<Self.iterations / 2 {
      let nodes = try (0..<3).map { index in
        let layer = LayerMaker(layer: index, isPlain: true).map(&random)
        return try LayerTree.node(layer.yaml, named: "\(index).yaml")
      }
      let left = nodes[2].merged(onto: nodes[1].merged(onto: nodes[0]))
      let right = nodes[2].merged(onto: nodes[1]).merged(onto: nodes[0])
      try #require(LayerTree(left) == LayerTree(right), "seed \(Self.seed), iteration \(iteration)")
    }
  }

  @Test("An empty layer changes nothing, and a layer over itself stays the same")
  func neutral() throws {
    var random = SeededGenerator(seed: Self.seed)
    let empty = try LayerTree.node("{}")
    for _ in 0..<CaseCount.picked(200) {
      let layer = try LayerTree.node(LayerMaker(layer: 0, isPlain: true).map(&random).yaml)
      #expect(LayerTree(layer.merged(onto: empty)) == LayerTree(layer))
      #expect(LayerTree(empty.merged(onto: layer)) == LayerTree(layer))
      #expect(LayerTree(layer.merged(onto: layer)) == LayerTree(layer))
    }
  }

  /// Whether each mark points at the text that wrote the key or value.
  private static func marksHold(in node: Node) -> Bool {
    switch node.content {
    case .scalar(let scalar):
      return scalar.text.isEmpty || node.tag != nil || text(at: node.mark) == scalar.text
    case .sequence(let items): return items.allSatisfy { marksHold(in: $0) }
    case .mapping(let entries):
      return entries.allSatisfy { entry in
        text(at: entry.keyMark) == entry.key && marksHold(in: entry.value)
          && (entry.value.scalar == nil || entry.value.mark.source === entry.keyMark.source)
      }
    }
  }

  private static func text(at mark: Mark) -> String? {
    guard let line = mark.source.line(mark.start.line) else { return nil }
    return String(line.dropFirst(mark.start.column - 1).prefix(mark.end.column - mark.start.column))
  }
}

/// Generates layers; each value names the layer that wrote it.
private struct LayerMaker {
  let layer: Int
  /// Without `!unset`, and with no mutually exclusive fields.
  var isPlain = false

  private static let fields = [
    "summary", "path", "host", "url", "query", "headers", "let", "inputs", "json", "form",
    "form_style", "text", "type", "file", "outputs", "examples", "timeout", "expect", "unknown",
  ]
  private static let plainFields = [
    "summary", "path", "query", "headers", "let", "inputs", "json", "examples", "timeout",
    "expect", "unknown",
  ]
  private static let keys = ["a", "b", "c", "d", "from", "header", "regex", "default", "status"]

  func map(_ random: inout SeededGenerator) -> LayerTree {
    map(of: isPlain ? Self.plainFields : Self.fields, &random)
  }

  /// Whether a value is a map in all layers: one that is text in between hides the values below it.
  private static func isAlwaysMap(_ path: [String]) -> Bool {
    let maps = ["query", "headers", "let", "inputs", "expect", "timeout"]
    return path.count == 1 && maps.contains(path[0]) || path.count == 2 && path[0] == "inputs"
  }

  private func map(
    of keys: [String], at path: [String] = [], _ random: inout SeededGenerator
  ) -> LayerTree {
    var left = keys
    var entries: [LayerTree.Entry] = []
    for _ in 0..<random.below(path.isEmpty ? 6 : 3) {
      let key = left.remove(at: random.below(left.count))
      entries.append(LayerTree.Entry(key: key, value: value(at: path + [key], &random)))
    }
    return .map(entries)
  }

  private func value(at path: [String], _ random: inout SeededGenerator) -> LayerTree {
    let kind = isPlain && Self.isAlwaysMap(path) ? 9 : random.below(path.count > 2 ? 3 : 10)
    return switch kind {
    case 0 where !isPlain: .unset
    case 0...2: .text("v\(layer)\(random.below(1_000))")
    case 3: .list((0..<random.below(3)).map { _ in .text("i\(layer)\(random.below(9))") })
    default: map(of: Self.keys, at: path, &random)
    }
  }
}
