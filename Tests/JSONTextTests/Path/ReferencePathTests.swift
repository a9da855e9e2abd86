import JSONText
import SeededNumbers
import Testing

@Suite("Paths compared with a plain reference")
struct ReferencePathTests {
  @Test("A path selects the same places in the same order", arguments: 1...4)
  func agrees(_ seed: UInt64) throws {
    var maker = ReferenceMaker(random: SeededGenerator(seed: seed))
    var places = 0
    for number in 0..<500 {
      let path = ReferencePath(&maker)
      let tree = ReferenceTree.make(&maker.random)
      let node = ReferenceNode(tree: tree, path: "$")
      let wanted = path.select(node, node)
      let label: Comment = "seed \(seed), number \(number): \(path.text) in \(tree.text)"
      do {
        let root = try JSONDocument(text: tree.text).root
        let read = try JSONPath(path.text)
        let found = try read.select(in: root)
        #expect(found.map(\.text) == wanted.map(\.tree.text), label)
        #expect(JSONPath.normalizedPaths(of: found, in: root) == wanted.map(\.path), label)
        let written = try JSONPath(read.description)
        #expect(written == read, label)
      } catch {
        Issue.record("\(error): \(label)")
      }
      places += wanted.count
    }
    // Paths that select nothing would test nothing.
    #expect(places > 500)
  }

  @Test("A path is read or refused, whatever its text is", arguments: 5...6)
  func survives(_ seed: UInt64) throws {
    var maker = ReferenceMaker(random: SeededGenerator(seed: seed))
    let signs = Array("$@.[]()*'\"?!&|=<>,: 0-9eu\\é\u{1}")
    var refused = 0
    for _ in 0..<1500 {
      var text = Array(ReferencePath(&maker).text)
      for _ in 0...maker.random.below(3) where !text.isEmpty {
        let place = maker.random.below(text.count)
        switch maker.random.below(3) {
        case 0: text.remove(at: place)
        case 1: text.insert(signs[maker.random.below(signs.count)], at: place)
        default: text[place] = signs[maker.random.below(signs.count)]
        }
      }
      do throws(JSONPathError) {
        let path = try JSONPath(String(text))
        #expect(try JSONPath(path.description) == path, "seed \(seed): \(String(text))")
      } catch {
        refused += 1
        #expect(0...text.count + 1 ~= error.offset || text.contains("\r\n"))
        #expect(!error.message.isEmpty)
      }
    }
    #expect(refused > 500)
  }
}
