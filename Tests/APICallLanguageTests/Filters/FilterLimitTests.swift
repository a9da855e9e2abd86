import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import Measuring
import TestWorlds
import Testing

@Suite("Limits of filters")
struct FilterLimitTests {
  /// Returns the message of a placeholder about a text.
  private func message(of placeholder: String, _ text: String, _ other: String = "") -> String {
    var scope = Scope(World.fixed())
    scope["v"] = Scope.Binding(.text(text))
    scope["o"] = Scope.Binding(.text(other))
    do {
      _ = try Template(placeholder, at: .nowhere).sole?.binding(in: scope)
      return "no problem"
    } catch {
      return (error as? TemplateProblem)?.diagnostic.message ?? "\(error)"
    }
  }

  @Test("A million numbers have a sum, and one more item is too many for a new list")
  func items() throws {
    let list = "[" + String(repeating: "1,", count: 999_999) + "2]"
    #expect(try FilterProbe.result(of: "<v | sum>", ("v", list)) == "1000001")
    let text = String(repeating: ",", count: 1_000_000)
    #expect(
      message(of: "<v | split(',')>", text)
        == "the result of the filter 'split' would exceed 1,000,000 items")
    let rows =
      "[[" + String(repeating: "1,", count: 2_000) + "1]"
      + String(repeating: ",[]", count: 2_000) + "]"
    #expect(
      FilterProbe.message(of: "<v | transpose>", ("v", rows))
        == "the result of the filter 'transpose' would exceed 1,000,000 items")
  }

  @Test("A result of a gigabyte is refused before it is made")
  func sizes() {
    let (many, long) = (
      String(repeating: "a", count: 100_000), String(repeating: "b", count: 10_000)
    )
    #expect(
      message(of: "<v | gsub('a', o)>", many, long)
        == "the result of the filter 'gsub' would exceed 64 MiB")
    #expect(
      message(of: "<v | replace('a', o)>", many, long)
        == "the result of the filter 'replace' would exceed 64 MiB")
    #expect(
      message(of: "<v | repeat(100000)>", long)
        == "the result of the filter 'repeat' would exceed 1 MiB")
    #expect(
      message(of: "<v | pad(1048576, 'é')>", "")
        == "the result of the filter 'pad' would exceed 1 MiB")
  }

  @Test("Lists are as deep as JSON may be, and no deeper")
  func depth() throws {
    let deep = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
    #expect(try FilterProbe.result(of: "<v | flatten>", ("v", deep)) == "[]")
    #expect(
      try FilterProbe.result(of: "<v | sort | unique>", ("v", "[\(deep),\(deep)]")) == "[\(deep)]")
    let map = "{\"a\":\(deep)}"
    #expect(
      FilterProbe.message(of: "<v | to_entries>", ("v", map))
        == "the result of the filter 'to_entries' would exceed 512 levels")
    let text = String(repeating: "[", count: 513)
    #expect(
      message(of: "<v | fromjson>", text)
        == "the filter 'fromjson' takes JSON text, not text with more than 512 levels at line 1, "
        + "column 513")
  }

  @Test("The patterns of a call share their steps")
  func steps() throws {
    var scope = Scope(World.fixed())
    scope["v"] = Scope.Binding(.text(String(repeating: "a", count: 14) + "!"))
    let template = try Template("<v | test('^(a+)+$')>", at: .nowhere)
    var calls = 0
    while calls < 10_000, (try? template.render(in: scope)) != nil { calls += 1 }
    #expect((10..<10_000).contains(calls))
    #expect(try template.render(in: scope.atPresent()).revealed == "false")
  }

  @Test("Many matches and bad searches take time that grows with the text")
  func time() throws {
    let long = String(repeating: "a", count: 200_000)
    var scope = Scope(World.fixed())
    scope["v"] = Scope.Binding(.text(long))
    scope["o"] = Scope.Binding(.text(long.prefix(100_000) + "b"))
    for (placeholder, result) in [
      ("<v | contains(o)>", "false"), ("<v | gsub('', '') | length>", "200000"),
      ("<v | gsub('a', 'b') | length>", "200000"), ("<v | replace('aa', 'a') | length>", "100000"),
    ] {
      #expect(try Template(placeholder, at: .nowhere).render(in: scope).revealed == result)
    }
  }
}
