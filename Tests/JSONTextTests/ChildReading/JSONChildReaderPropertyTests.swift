@testable import JSONText
import SeededNumbers
import Testing

@Suite("Children read in pieces compared with whole documents")
struct JSONChildReaderPropertyTests {
  @Test("A path selects the same values in the same order, and ends at the same place")
  func agrees() throws {
    let seed = TestSeed.picked()
    let tries = CaseCount.picked(2000)
    var (found, ends, refusals) = (0, 0, 0)
    for number in 0..<tries {
      var maker = ReferenceMaker(
        random: SeededGenerator(seed: SeededGenerator.seed(ofCase: number, in: seed)))
      let tree = ReferenceTree.make(&maker.random).withoutRepeatedKeys
      let path = try path(in: tree, &maker)
      let text = Array(tree.spacedText(&maker.random).utf8)
      let root = try JSONDocument(text).root
      let whole = try path.select(in: root).map(\.text)
      let reach = try path.reach(in: root, needingLists: true)
      let isInBytes = maker.random.below(4) == 0
      let cuts =
        isInBytes
        ? Array(text.indices)
        : (0..<maker.random.below(5)).map { _ in maker.random.below(text.count + 1) }.sorted()
      let read = try ReadChildren(path, in: text, cutAt: cuts)
      let label: Comment =
        "seed \(seed), case \(number): \(path) in \(String(decoding: text, as: UTF8.self)) at \(cuts)"
      #expect(read.texts == whole && read.fault == nil, label)
      let hasRows = try path.rows(in: root, .nowhere, patterns: TestPatterns()).count > 0
      var refusal: JSONPathEvaluationError?
      do throws(JSONPathEvaluationError) {
        _ = try path.rows(in: root, .inItems, patterns: TestPatterns())
      } catch {
        refusal = error
      }
      #expect(read.refusal == refusal, label)
      if refusal != nil { refusals += 1 }
      let end = hasRows ? nil : ReadChildren.end(of: [reach], at: path)
      #expect(read.end == end, label)
      found += whole.count
      if end != nil { ends += 1 }
    }
    // Paths that select nothing would test nothing.
    #expect(found > tries / 4 && ends > tries / 8 && refusals > tries / 40)
  }

  @Test("A broken text has the same fault as a whole document, after the same values")
  func breaks() throws {
    let seed = TestSeed.picked()
    var maker = TextMaker(seed: seed)
    let paths = try ["$[*]", "$.a[*]", "$[0][*]", "$.*.a", "$['é'].a.*"].map { try JSONPath($0) }
    let tries = CaseCount.picked(3000)
    var faults = 0
    for number in 0..<tries {
      var text = maker.text()
      if number % 3 > 0 { maker.mutate(&text) }
      let path = paths[maker.random.below(paths.count)]
      let cuts = (0..<3).map { _ in maker.random.below(text.count + 1) }.sorted()
      let whole = try ReadChildren(path, in: text)
      let label: Comment =
        "seed \(seed), case \(number): \(path) in \(String(decoding: text, as: UTF8.self)) at \(cuts)"
      #expect(try ReadChildren(path, in: text, cutAt: cuts) == whole, label)
      #expect(try ReadChildren(path, in: text, cutAt: Array(text.indices)) == whole, label)
      do throws(JSONSyntaxError) {
        _ = try JSONDocument(text)
        #expect(whole.fault == nil || isRepeated(whole.fault), label)
      } catch {
        faults += 1
        #expect(whole.fault == .syntax(error) || isRepeated(whole.fault), label)
      }
    }
    #expect(faults > tries / 6)
  }

  private func isRepeated(_ fault: JSONChildReader.Fault?) -> Bool {
    if case .repeated = fault { true } else { false }
  }

  /// Makes a path that can be followed while a document arrives, often to a container in the tree.
  private func path(in tree: ReferenceTree, _ maker: inout ReferenceMaker) throws -> JSONPath {
    var way = "$"
    var tree = tree
    for _ in 0..<maker.random.below(4) {
      switch tree {
      case .array(let elements) where !elements.isEmpty:
        let index = maker.random.below(elements.count)
        way += "[\(index)]"
        tree = elements[index]
      case .object(let members) where !members.isEmpty:
        let member = maker.random.pick(members)
        way += "[" + JSONPathSelector.quoted(Array(member.key.utf8)) + "]"
        tree = member.value
      default: break
      }
    }
    while true {
      let path = try JSONPath(way + ReferencePath(&maker).text.dropFirst())
      if path.stream != nil { return path }
    }
  }
}

extension ReferenceTree {
  /// The tree with the first of the members that have the same key.
  fileprivate var withoutRepeatedKeys: ReferenceTree {
    switch self {
    case .array(let elements): .array(elements.map(\.withoutRepeatedKeys))
    case .object(let members):
      .object(
        members.enumerated().filter { index, member in
          !members[..<index].contains { $0.key == member.key }
        }.map { ($1.key, $1.value.withoutRepeatedKeys) })
    default: self
    }
  }
}
