import SeededNumbers
import Testing

@testable import YAMLTree

@Suite("Properties of the formatter, with generated files")
struct FormattingPropertyTests {
  private static let order = KeyOrder.fields([
    ("k7", .fields([("k8", .asWritten), ("k9", .asWritten)])), ("a b9", .each(.asWritten)),
    (
      "k9",
      .either([.asWritten, .each(.fields([("k8", .asWritten)])), .fields([("k9", .asWritten)])])
    ),
    ("k8", .asWritten), ("yes8", .asWritten),
  ])
  private static let formatter = YAMLFileFormatter(order: order, tags: ["!raw"])
  private static let fileCount = CaseCount.picked(500)
  private static let soupCount = CaseCount.picked(4_000)
  private static let reader = YAMLReader(tags: ["!raw"])

  @Test("A formatted file means the same, has each comment once, and does not change again")
  func files() throws {
    let seed = TestSeed.picked()
    var counts = (formatted: 0, refused: 0, unread: 0)
    for number in 0..<Self.fileCount {
      var maker = YAMLTextMaker(seed: seed &+ UInt64(number))
      let text = maker.file()
      let reading = Self.reader.read(text)
      guard reading.problems.isEmpty, let root = reading.root else {
        counts.unread += 1
        continue
      }
      let formatted: String
      do {
        formatted = try Self.formatter.format(Source(name: "a.yaml", text: text))
      } catch {
        counts.refused += 1
        if case .comment = error { continue }
        let result = try? Self.formatter.write(Source(name: "a.yaml", text: text)).text
        Issue.record(
          "seed \(seed)+\(number): \(error.message) \(error.mark)\n\(text)----\n\(result ?? "")")
        return
      }
      counts.formatted += 1
      let again = try Self.formatter.format(Source(name: "b.yaml", text: formatted))
      let isSame = Self.reader.read(formatted).root.map { Meaning($0) } == Meaning(root)
      let isWhole = (0..<maker.comments).allSatisfy { comment in
        let pattern = try? Regex("#? ?c\(comment)(?![0-9])")
        return pattern.map { formatted.matches(of: $0).count == 1 } ?? false
      }
      guard formatted == again, isSame, isWhole else {
        Issue.record(
          """
          seed \(seed)+\(number): same text \(formatted == again), same meaning \(isSame), \
          all comments \(isWhole)
          \(text)----
          \(formatted)----
          \(again)
          """)
        return
      }
    }
    #expect(counts.formatted > Self.fileCount / 2, "seed \(seed): \(counts)")
  }

  @Test("Every map is formatted, without changing again, or refused")
  func soups() throws {
    let seed = TestSeed.picked()
    var random = SeededGenerator(seed: seed)
    var formatted = 0
    for _ in 0..<Self.soupCount {
      var text = ["k9: ", "", "a: ", "# c\n"].randomElement(using: &random) ?? ""
      for _ in 0..<Int.random(in: 1..<20, using: &random) {
        text += GeneratedTests.pieces.randomElement(using: &random) ?? ""
      }
      guard let root = Self.reader.read(text).root, root.entries != nil,
        Self.reader.read(text).problems.isEmpty
      else { continue }
      do {
        let first = try Self.formatter.format(Source(name: "a.yaml", text: text))
        let second = try Self.formatter.format(Source(name: "b.yaml", text: first))
        formatted += 1
        guard first != second else { continue }
        Issue.record("seed \(seed): changed again\n\(text)----\n\(first)----\n\(second)")
        return
      } catch .otherMeaning {
        let result = try? Self.formatter.write(Source(name: "a.yaml", text: text)).text
        Issue.record("seed \(seed): another meaning\n\(text)----\n\(result ?? "")")
        return
      } catch {
        continue
      }
    }
    #expect(formatted > Self.soupCount / 50, "seed \(seed)")
  }
}

/// The meaning of a tree, whatever the order of its keys.
private indirect enum Meaning: Equatable {
  case scalar(String, Scalar.Kind, tag: String?)
  case list([Meaning], tag: String?)
  case map([String: Meaning], tag: String?)

  init(_ node: Node) {
    switch node.content {
    case .scalar(let scalar): self = .scalar(scalar.text, scalar.kind, tag: node.tag?.text)
    case .sequence(let items): self = .list(items.map { Meaning($0) }, tag: node.tag?.text)
    case .mapping(let entries):
      let values = entries.map { ($0.key, Meaning($0.value)) }
      self = .map(Dictionary(values) { first, _ in first }, tag: node.tag?.text)
    }
  }
}
