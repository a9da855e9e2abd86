@testable import JSONText
import SeededNumbers
import Testing

@Suite("Excerpts compared with whole documents")
struct JSONExcerptReaderTests {
  @Test(
    "Only what the paths lead to is kept",
    arguments: [
      (["$.a"], #"{"a":[1, 2],"b":0}"#),
      (["$.a[1]"], #"{"a":[0,2],"b":0}"#),
      (["$.a[*]", "$.b.c.d"], #"{"a":[1,2],"b":{"c":{"x":0},"e":0}}"#),
      (["$.b.*"], #"{"a":0,"b":{"c":{"x":  1},"e":3}}"#),
      (["$.b['e', 'f']"], #"{"a":0,"b":{"c":0,"e":3}}"#),
      (["$.c"], #"{"a":0,"b":0}"#),
      ([], #"{"a":0,"b":0}"#),
    ])
  func keeps(paths: [String], kept: String) throws {
    let text = #" {"a": [1, 2], "b": {"c":{"x":  1}, "e":3}} "#
    let excerpt = try excerpt(of: Array(text.utf8), try paths.map { try JSONPath($0) })
    #expect(excerpt.map { String(decoding: $0, as: UTF8.self) } == kept)
  }

  @Test(
    "A path that may need any part has no excerpt",
    arguments: ["$", "$..a", "$[?@.a]", "$.a[-1]", "$.a[1001]", "$.a[*, 0]", "$.a..b"])
  func needsAll(path: String) throws {
    #expect(JSONExcerptReader(of: [try JSONPath(path)]) == nil)
  }

  @Test("A path selects the same values, and ends at the same place with the same keys")
  func agrees() throws {
    let seed = TestSeed.picked()
    let tries = CaseCount.picked(2000)
    var (found, ends, refusals, saved) = (0, 0, 0, 0)
    for number in 0..<tries {
      var maker = ReferenceMaker(
        random: SeededGenerator(seed: SeededGenerator.seed(ofCase: number, in: seed)))
      let count = 1 + maker.random.below(3) * maker.random.below(20)
      let trees = (0..<count).map { _ in ReferenceTree.make(&maker.random) }
      let tree = count == 1 ? trees[0] : .array(trees)
      let paths = try (0...maker.random.below(3)).map { _ in try path(in: tree, &maker) }
      let text = Array(tree.spacedText(&maker.random).utf8)
      let cuts = (0..<maker.random.below(5)).map { _ in maker.random.below(text.count + 1) }
      let label: Comment =
        "seed \(seed), case \(number): \(paths) in \(String(decoding: text, as: UTF8.self)) at \(cuts)"
      let windows = JSONWindows(maker.random.pick([nil] + JSONWindowTests.paths))
      guard let excerpt = try excerpt(of: text, paths, cutAt: cuts.sorted(), windows) else {
        continue
      }
      #expect(excerpt.count <= text.count, label)
      let whole = try JSONDocument(text).root
      let part = try JSONDocument(excerpt).root
      saved += text.count - excerpt.count
      for path in paths {
        let needsLists = number % 2 == 0
        let seen = Seen(path, in: whole, needingLists: needsLists)
        #expect(Seen(path, in: part, needingLists: needsLists) == seen, label)
        found += seen.values.count
        if seen.end?.keys.isEmpty == false { ends += 1 }
        if seen.refusal != nil { refusals += 1 }
      }
    }
    // Paths that select nothing would test nothing.
    #expect(found > tries && ends > tries / 20 && refusals > tries / 40 && saved > 10 * tries)
  }

  @Test("Of 101 members of which none is wanted, 100 keep their keys")
  func keepsKeys() throws {
    let members = (0...100).map { "\"k\($0)\":{}" }.joined(separator: ",")
    let kept = try excerpt(of: Array("{\(members),\"z\":[]}".utf8), [try JSONPath("$.z")])
    let keys = (0..<100).map { "\"k\($0)\":0" }.joined(separator: ",")
    #expect(kept.map { String(decoding: $0, as: UTF8.self) } == "{\(keys),\"z\":[]}")
  }

  @Test("A key that does not end, and what follows an error, count")
  func counts() throws {
    let reader = try #require(JSONExcerptReader(of: [try JSONPath("$.a")]))
    #expect(reader.read(Array("{\"aaaa".utf8).span) == Array("{".utf8))
    #expect(reader.more == 5)
    _ = reader.read([UInt8](repeating: UInt8(ascii: "b"), count: 100_000).span)
    #expect(reader.more == 100_005)
    _ = reader.read(Array("\": x".utf8).span)
    #expect(reader.more == 4)
  }

  @Test("A broken text has the same error as a whole document")
  func breaks() throws {
    let seed = TestSeed.picked()
    var maker = TextMaker(seed: seed)
    let paths = try ["$.a", "$[*]", "$[0].a", "$.a[1].*", "$['é'].a"].map { try JSONPath($0) }
    let tries = CaseCount.picked(3000)
    var errors = 0
    for number in 0..<tries {
      var text = maker.text()
      if number % 3 > 0 { maker.mutate(&text) }
      let path = maker.random.pick(paths)
      let cuts = (0..<3).map { _ in maker.random.below(text.count + 1) }.sorted()
      let windows = JSONWindows(maker.random.pick([nil] + JSONWindowTests.paths))
      let label: Comment =
        "seed \(seed), case \(number): \(path) in \(String(decoding: text, as: UTF8.self)) at \(cuts)"
      var expected: JSONSyntaxError?
      do throws(JSONSyntaxError) { _ = try JSONDocument(text) } catch { expected = error }
      if expected != nil { errors += 1 }
      var error: JSONSyntaxError?
      do throws(JSONSyntaxError) {
        let excerpt = try excerpt(of: text, [path], cutAt: cuts, windows)
        #expect(excerpt.map { (try? JSONDocument($0)) != nil } ?? true, label)
      } catch let found {
        error = found
      }
      #expect(error == expected, label)
    }
    #expect(errors > tries / 6)
  }

  /// Nil if the paths have none.
  private func excerpt(
    of text: [UInt8], _ paths: [JSONPath], cutAt cuts: [Int] = [],
    _ windows: JSONWindows = JSONWindows()
  ) throws(JSONSyntaxError) -> [UInt8]? {
    guard let reader = JSONExcerptReader(of: paths, windows: windows) else { return nil }
    var excerpt: [UInt8] = []
    let places = [0] + cuts + [text.count]
    for (start, end) in zip(places, places.dropFirst()) {
      excerpt += reader.read(text.span.extracting(start..<end))
    }
    try reader.finish()
    return excerpt
  }

  /// Makes a path that mostly leads somewhere in a tree.
  private func path(in tree: ReferenceTree, _ maker: inout ReferenceMaker) throws -> JSONPath {
    var way = "$"
    var tree = tree
    for _ in 0...maker.random.below(5) {
      switch tree {
      case .array(let elements) where !elements.isEmpty:
        let index = maker.random.below(elements.count)
        way += maker.random.pick([
          "[\(index)]", "[\(index)]", "[*]", ".*", "[0, \(index)]", "[\(index), 0]", "[0, *]",
        ])
        tree = elements[index]
      case .object(let members) where !members.isEmpty:
        let member = maker.random.pick(members)
        let name = JSONPathSelector.quoted(Array(member.key.utf8))
        way += maker.random.pick([
          "[\(name)]", "[\(name)]", "[\(name)]", "[*]", ".*", "['a', \(name)]", "[\(name), 'a']",
          "[\(name), *]",
        ])
        tree = member.value
      default: break
      }
    }
    switch maker.random.below(6) {
    case 0: way += ".missing"
    case 1: way += "[2]"
    case 2: way += ReferencePath(&maker).text.dropFirst()
    default: break
    }
    return try JSONPath(way)
  }

  /// What a path does in a document.
  private struct Seen: Equatable {
    var values: [String] = []
    var lists: [String] = []
    var end: End?
    var refusal: JSONPathEvaluationError?

    struct End: Equatable {
      var steps: Int
      var kind: JSONKind
      var keys: [String]
    }

    init(_ path: JSONPath, in root: JSONNode, needingLists needsLists: Bool) {
      do throws(JSONPathEvaluationError) {
        let patterns = TestPatterns()
        values = try path.select(in: root, patterns: patterns).map(\.text)
        let reach = try path.reach(in: root, needingLists: needsLists, patterns: patterns)
        end = reach.end.map { End(steps: $0.steps, kind: $0.contents.kind, keys: $0.contents.keys) }
        let strictness = needsLists ? JSONPathStrictness.inItems : .everywhere
        lists = try path.rows(in: root, strictness, patterns: patterns).map(\.text)
      } catch {
        refusal = error
      }
    }
  }
}
