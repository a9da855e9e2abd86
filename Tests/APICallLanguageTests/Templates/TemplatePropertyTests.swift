import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import Foundation
import JSONText
import Measuring
import SeededNumbers
import TestWorlds
import Testing

@Suite("Templates, with thousands of texts")
struct TemplatePropertyTests {
  static let bits = [
    "<", ">", "\\", "a", "b", ".", " ", "|", "[", "(", "+", "{", "}", "é", "\n", "<a>", "<a.b>",
    "\\<",
    "\u{301}", "1", "-", "\0", "\"", "'", ",", ")", "]", " | ", "upper", "join(", "now()", "<+",
    "date(\"%Y\")", "default(a)", "hmac_sha256", "random(1, 2)", "[0]", "['x']", "\\n", "%",
  ]

  @Test(
    "Any text is read or refused with its location, and a template has a value or none")
  func arbitrary() {
    var random = SeededGenerator(seed: 43)
    var scope = Scope(World.fixed())
    scope["a"] = Scope.Binding(.text("x"))
    var counts = (read: 0, refused: 0, rendered: 0)
    for _ in 0..<20_000 {
      let text = random.text(of: Self.bits, below: 14)
      do {
        let template = try Template(text, at: .nowhere)
        counts.read += template.placeholders.isEmpty ? 0 : 1
        if (try? template.render(in: scope)) != nil { counts.rendered += 1 }
      } catch {
        counts.refused += 1
        for problem in error.all {
          let diagnostic = problem.diagnostic
          #expect(!diagnostic.message.isEmpty && !diagnostic.message.contains("\n"))
        }
      }
    }
    #expect(counts.read > 1_000 && counts.refused > 200 && counts.rendered > 1_000, "\(counts)")
  }

  @Test(
    "A long line of unfinished placeholders takes no longer than another line",
    arguments: [
      "<a|", "<a[", "<a | upper", "<a(", "<uuid(", "<", "<a", "<a | join('", "<a | join(\"",
      "<a[0]",
      "<a.", "<a ", "<+a|", "<a|join(a,", "<a|join(1", "\\<", "<a | upper(", "<a[\"", "<a || ",
    ])
  func long(_ beginning: String) {
    let text = String(repeating: beginning, count: 6_000)
    for text in [text, text + ">", text + "\n>"] {
      let time = ProcessorTime.measure { _ = try? Template(text, at: .nowhere) }
      #expect(time < .seconds(20))
    }
  }

  @Test("The output of a filter decodes to the original text")
  func iterationTrips() throws {
    var random = SeededGenerator(seed: 44)
    for iteration in 0..<3_000 {
      let text = random.text(of: Self.bits + ["é", "😀", "+", "/", "?", "\u{7f}"], below: 12)
      var scope = Scope(World.fixed())
      scope["v"] = Scope.Binding(.text(text))
      func filtered(_ filter: String) throws -> String {
        try Template("<v | \(filter)>", at: .nowhere).render(in: scope).revealed
      }
      let bytes = Array(text.utf8)
      let told: Comment = "seed 44, iteration \(iteration): \(text)"
      #expect(try Data(base64Encoded: filtered("base64")).map(Array.init) == bytes, told)
      let plain = try filtered("base64url").replacing("-", with: "+").replacing("_", with: "/")
      let padded = plain + String(repeating: "=", count: (4 - plain.utf8.count % 4) % 4)
      #expect(Data(base64Encoded: padded).map(Array.init) == bytes, told)
      #expect(try filtered("urlencode").removingPercentEncoding == text, told)
      let digits = Array(try filtered("hex"))
      let read = stride(from: 0, to: digits.count, by: 2)
        .map { UInt8(String(digits[$0...$0 + 1]), radix: 16) }
      #expect(read == bytes.map { UInt8?.some($0) }, told)
      let json = try JSONSerialization.jsonObject(
        with: Data(filtered("json").utf8), options: .fragmentsAllowed)
      #expect(json as? String == text, told)
    }
  }

  @Test("A written template is the same when read again")
  func iterationTrip() throws {
    var random = SeededGenerator(seed: 41)
    for iteration in 0..<3_000 {
      guard let first = try? Template(random.text(of: Self.bits, below: 9), at: .nowhere) else {
        continue
      }
      // A backslash before a placeholder cannot be written.
      let escaped = first.parts.map { part in
        switch part {
        case .text(let text): text.replacing("<", with: "\\<")
        case .placeholder(let placeholder): placeholder.text
        }
      }
      guard !zip(escaped, escaped.dropFirst()).contains(where: { $0.0.hasSuffix("\\") }) else {
        continue
      }
      let second = try Template(escaped.joined(), at: .nowhere)
      #expect(
        second.written == first.written && second.parts.count == first.parts.count,
        "seed 41, iteration \(iteration): \(first.written)")
    }
  }

  @Test("A value is never read as a template, whatever it looks like")
  func valuesAreData() throws {
    var random = SeededGenerator(seed: 42)
    let template = try Template("<a>-<b.c>", at: .nowhere)
    for iteration in 0..<3_000 {
      let values = (0..<2).map { _ in random.text(of: Self.bits + ["<b.c>", "{a}"], below: 6) }
      var scope = Scope()
      scope["a"] = Scope.Binding(.text(values[0]))
      scope["b"] = Scope.Binding(try Value(json: "{\"c\":\(JSONWriter.string(values[1]))}"))
      let text = try template.render(in: scope).revealed
      #expect(text == "\(values[0])-\(values[1])", "seed 42, iteration \(iteration)")
      let json = try Payload.text(template).render(in: scope)
      #expect(
        try Value(json: json?.revealed ?? "").plainText == text,
        "seed 42, iteration \(iteration): \(text)")
    }
  }
}
