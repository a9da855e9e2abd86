import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import JSONText
import SeededNumbers
import TestWorlds
import Testing

@Suite("Hostile values in expressions")
struct HostileValueTests {
  private static let texts = [
    "\"", "'", "<v>", "<v | upper>", "<n + 1>", "$[?@.a]", "\\", "\\<", "\0", "\n", "\r\n",
    "| upper",
    ") | json", "\"), \"", "{{v}}", "${v}", "{v}", "]", ".a", "..", "null", "true", "1 + 1", "and",
    "e\u{301}", "𝄞", "\u{2028}", String(repeating: "<v>\"", count: 25_000),
  ]

  /// Expressions whose value is that of `v`.
  private static let same = [
    "v", "(v)", "if(v == v, v, 1)", "m.a", "m[k]", "m['a']", "l[0]", "l[n - 1]", "(l + e)[0]",
    "(l | map(.))[0]", "(l | select(. == v) | first)", "l | map(v) | last",
    "rows | map(.a) | first",
    "(rows | sort_by(.a))[0].a", "(rows | group_by(.a) | first | first).a",
    "rows | index_by(.a) | keys | first", "(rows | min_by(.a)).a", "(m | pick(.a)).a",
    "(m | del(.b)).a",
    "m | find('$.a') | first", "none | default(v)", "m.x.y | lower | default(v)", "v | default(1)",
    "((e + l) - e) | first", "(m | map_values(.)).a", "l | unique_by(.) | first",
    "m | map_values(v) | find('$.a') | first",
  ]

  private func scope(_ text: String) throws -> Scope {
    let json = JSONWriter.string(text)
    var scope = try ExpressionProbe.scope([
      ("m", "{\"a\":\(json),\"b\":2}"), ("l", "[\(json)]"), ("rows", "[{\"a\":\(json)}]"),
      ("e", "[]"),
      ("n", "1"), ("k", "\"a\""), ("none", ""),
    ])
    scope["v"] = Scope.Binding(.text(text))
    return scope
  }

  @Test("A text comes out as itself, whatever it looks like", arguments: texts)
  func same(_ text: String) throws {
    let scope = try scope(text)
    for expression in Self.same {
      let value = try ExpressionProbe.binding(of: expression, in: scope).value
      guard case .text(let found) = value, found.utf8.elementsEqual(text.utf8) else {
        Issue.record("\(expression) of \(text.prefix(100).debugDescription)")
        continue
      }
    }
  }

  @Test("A text as a key is only a key", arguments: texts)
  func keys(_ text: String) throws {
    let key = JSONWriter.string(text)
    var scope = try ExpressionProbe.scope([("m", "{\(key):1}"), ("l", "[{\(key):1}]")])
    scope["v"] = Scope.Binding(.text(text))
    for expression in ["m[v]", "l[0][v]", "l | map(.[v]) | first", "m[if(true, v, 'x')]"] {
      #expect(try ExpressionProbe.binding(of: expression, in: scope).value?.plainText == "1")
    }
  }

  @Test("The text around a value is read in the same way for each value")
  func around() throws {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let template = try Template(
      "a <v> <if(v == w, 1, 2)> <m[k] | default(v)> <w>\\<v> <(n > 0)>{}", at: .nowhere)
    for _ in 0..<400 {
      let (one, two) = (
        numbers.text(of: Self.texts.dropLast() + ["a", " "], below: 6),
        numbers.text(of: Self.texts.dropLast() + ["b", " "], below: 6)
      )
      var scope = try scope(one)
      scope["w"] = Scope.Binding(.text(two))
      let isSame = one.utf8.elementsEqual(two.utf8)
      let wanted = "a \(one) \(isSame ? 1 : 2) \(one) \(two)<v> true{}"
      let found = try template.render(in: scope).revealed
      #expect(found.utf8.elementsEqual(wanted.utf8), "APICALL_SEED=\(seed)")
    }
  }

  @Test("A comparison of hostile texts is one of their bytes")
  func order() throws {
    for one in Self.texts.dropLast() {
      for two in Self.texts.dropLast() {
        var scope = Scope(World.fixed())
        scope["v"] = Scope.Binding(.text(one))
        scope["w"] = Scope.Binding(.text(two))
        let isLess = Array(one.utf8).lexicographicallyPrecedes(Array(two.utf8))
        #expect(try ExpressionProbe.binding(of: "v < w", in: scope).value?.plainText == "\(isLess)")
      }
    }
  }
}
