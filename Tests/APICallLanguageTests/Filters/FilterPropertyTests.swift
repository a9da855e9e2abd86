import APICallBase
import APICallLanguage
import APICallText
import JSONText
import SeededNumbers
import TestWorlds
import Testing

@Suite("Properties of filters")
struct FilterPropertyTests {
  private static let pieces = [
    "a", "é", "𝄞", "e\u{301}", "\0", "\"", "'", "\\", "<v>", "<v | upper>", "$[?@.a]", "$1", "${x}",
    "\n",
    "\r\n", "\u{7F}", "\u{2028}", "%41", "+", "&amp;", " ", ",", "{{v}}", "\\<",
  ]

  private func value(_ placeholder: String, _ given: Value) throws -> Value {
    var scope = Scope(World.fixed())
    scope["v"] = Scope.Binding(given)
    return try #require(
      try Template(placeholder, at: .nowhere).sole?.binding(in: scope).value)
  }

  @Test("What one filter writes, another one reads, and hostile text stays data")
  func roundTrips() throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<400 {
      let text = numbers.text(of: Self.pieces, below: 12)
      for trip in [
        "base64 | base64d", "base64url | base64d", "hex | unhex", "urlencode | urldecode",
        "json | fromjson", "json | fromjson | tostring", "gsub('q', 'x')", "replace('q', 'x')",
        "gsub('(?s)(.)', '$1')", "split('q') | join('q')", "pad(0)", "repeat(1)", "slice(0)",
        "ltrimstr('q')",
      ] where !(text.isEmpty && trip.hasPrefix("split")) {
        let result = try value("<v | \(trip)>", .text(text))
        guard case .text(let found) = result, Array(found.utf8) == Array(text.utf8) else {
          Issue.record("\(trip) of \(text.debugDescription): \(result); APICALL_SEED=\(seed)")
          return
        }
      }
      guard !text.isEmpty else { continue }
      #expect(
        try value("<v | split(',') | join(',')>", .text(text)).plainText?.utf8.elementsEqual(
          text.utf8) == true)
      #expect(try value("<v | contains(v)>", .text(text)).plainText == "true")
      #expect(try value("<v | replace(v, 'x')>", .text(text)).plainText == "x")
    }
  }

  /// Makes up a JSON value.
  private func json(_ numbers: inout SeededGenerator, depth: Int = 0) -> String {
    switch numbers.below(depth > 2 ? 6 : 8) {
    case 0: return numbers.pick(["null", "true", "false"])
    case 1, 2: return numbers.pick(["0", "-0", "1", "1.0", "10e-1", "2", "-1", "1e400", "0.1"])
    case 3, 4, 5: return JSONWriter.string(numbers.text(of: Self.pieces, below: 3))
    case 6:
      let items = (0..<numbers.below(4)).map { _ in json(&numbers, depth: depth + 1) }
      return "[\(items.joined(separator: ","))]"
    default:
      let members = (0..<numbers.below(4)).map { _ in
        "\(JSONWriter.string(numbers.pick(["a", "b", "é"]))):\(json(&numbers, depth: depth + 1))"
      }
      return "{\(members.joined(separator: ","))}"
    }
  }

  @Test("Sorting is total, stable and idempotent, and reversing twice changes nothing")
  func lists() throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    for _ in 0..<300 {
      let items = (0..<numbers.below(12)).map { _ in json(&numbers) }
      let list = try Value(json: "[\(items.joined(separator: ","))]")
      func text(_ filters: String) throws -> String {
        String(decoding: try value("<v | \(filters)>", list).jsonText, as: UTF8.self)
      }
      // Values of several kinds have an order, too, in which groups are.
      let order = "group_by(.) | add | default(list())"
      let sorted = try text(order)
      #expect(try text("\(order) | \(order)") == sorted, "APICALL_SEED=\(seed)")
      let texts = try text("map(. | json) | sort")
      #expect(try text("map(. | json) | sort | sort") == texts, "APICALL_SEED=\(seed)")
      #expect(try text("reverse | reverse") == text("slice(0)"), "APICALL_SEED=\(seed)")
      #expect(try text("unique | unique") == text("unique"), "APICALL_SEED=\(seed)")
      #expect(try text("flatten | flatten") == text("flatten"), "APICALL_SEED=\(seed)")
      let elements = Array(try JSONDocument(text: sorted).root.elements)
      for (left, right) in zip(elements, elements.dropFirst()) {
        #expect(left.order(beside: right) <= 0 && right.order(beside: left) >= 0)
      }
      // Equal items stay in their order.
      let given = Array(try JSONDocument(list.jsonText).root.elements)
      for element in elements {
        func equal(in list: [JSONNode]) -> [String] {
          list.filter { $0.order(beside: element) == 0 }.map(\.text)
        }
        #expect(equal(in: elements) == equal(in: given), "APICALL_SEED=\(seed)")
      }
    }
  }

  @Test("A map is the same after its entries are taken and put together")
  func maps() throws {
    var numbers = SeededGenerator(seed: TestSeed.picked())
    for _ in 0..<200 {
      let members = (0..<numbers.below(6)).map { _ in
        "\(JSONWriter.string(numbers.text(of: Self.pieces, below: 3))):\(json(&numbers))"
      }
      let map = try Value(json: "{\(members.joined(separator: ","))}")
      let same = try value("<v | to_entries | from_entries>", map)
      let merged = try value("<v | merge(v)>", map)
      let known = try JSONDocument(map.jsonText).root
      #expect(try JSONDocument(same.jsonText).root.isEqual(to: known))
      #expect(try JSONDocument(merged.jsonText).root.isEqual(to: known))
    }
  }
}
