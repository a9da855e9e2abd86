import APICallBase
import APICallSpec
import JSONText
import Measuring
import TestWorlds
import Testing

@Suite("Limits of expressions")
struct ExpressionLimitTests {
  @Test("A map over a million items has a result")
  func items() throws {
    let scope = try ExpressionProbe.scope([])
    let time = try ProcessorTime.measure {
      let sum = try ExpressionProbe.binding(
        of: "range(0, 1000000) | map(.) | length", in: scope)
      #expect(sum.value?.plainText == "1000000")
    }
    #expect(time < .seconds(120))
  }

  @Test("Many numbers with fractions have an exact sum")
  func fractions() throws {
    let list = "[" + String(repeating: "0.1,-1.25,1e-9,", count: 33_333) + "0.7]"
    let scope = try ExpressionProbe.scope([("l", list)])
    let time = try ProcessorTime.measure {
      let sum = try ExpressionProbe.binding(of: "l | sum", in: scope)
      #expect(sum.value?.plainText == "-38332.249966667")
    }
    #expect(time < .seconds(120))
  }

  @Test("The steps of a call are limited, and its message says so")
  func steps() throws {
    var scope = Scope(World.fixed(), allowance: RenderAllowance(steps: 10_000))
    scope["l"] = Scope.Binding(try Value(json: "[\(String(repeating: "1,", count: 99))1]"))
    let template = try #require(try Template.whole("<l | map(l | all(. > 0))>", at: .nowhere))
    let sole = try #require(template.sole)
    do {
      _ = try sole.binding(in: scope)
      Issue.record("no problem")
    } catch {
      #expect(
        ExpressionProbe.text(of: [error])
          == "error: with <l | map(l | all(. > 0))>, the expressions of the call take more than "
          + "50,000,000 steps; hint: a filter with '.' takes some for each item; "
          + "index_by finds items by a key")
    }
    #expect(RenderAllowance.steps == 50_000_000)
    // The next call has its own.
    #expect(try sole.binding(in: scope.atPresent()).value?.typeName == "a list")
  }

  @Test(
    "A result of more than 64 MiB is refused before it is made",
    arguments: [
      ("l | map(t)", "the filter 'map'"), ("m | map_values(t)", "the filter 'map_values'"),
      ("l | map(t) | length", "the filter 'map'"), ("l | sort_by(t) | length", nil),
    ])
  func sizes(_ text: String, _ refused: String?) throws {
    var scope = try ExpressionProbe.scope([
      ("l", "[" + String(repeating: "1,", count: 99) + "1]"),
      ("m", "{" + (0..<99).map { "\"k\($0)\":1," }.joined() + "\"k\":1}"),
    ])
    scope["t"] = Scope.Binding(
      try Value(json: "[\"\(String(repeating: "a", count: 1 << 20))\"]"))
    do {
      _ = try ExpressionProbe.binding(of: text, in: scope)
      #expect(refused == nil)
    } catch let problem as TemplateProblem {
      #expect(
        ExpressionProbe.text(of: [problem])
          == "error: the result of \(refused ?? "nothing") would exceed 64 MiB")
    }
  }

  @Test(
    "Lists joined to more than a million items, and values deeper than JSON may be, are refused")
  func lists() {
    #expect(
      ExpressionProbe.result(of: "range(0, 600000) + range(0, 600000)")
        == "error: the result of 'range(0, 600000) + range(0, 600000)' would exceed 1,000,000 items"
    )
    let deep = String(repeating: "[", count: 512) + String(repeating: "]", count: 512)
    #expect(
      ExpressionProbe.result(of: "l | map(d)", [("l", "[1]"), ("d", deep)])
        == "error: the result of the filter 'map' would exceed 512 levels")
    #expect(ExpressionProbe.result(of: "(d | length) + 1", [("d", deep)]) == "2")
  }

  @Test("Values in loops are charged, so that a few words cannot take all memory")
  func memory() throws {
    let message = ExpressionProbe.result(
      of: "range(0, 200) | map('a' | repeat(1048576) | length) | sum")
    #expect(
      message
        == "error: with <range(0, 200) | map('a' | repeat(1048576) | length) | sum>, the values of the "
        + "call exceed 128 MiB in total; hint: a let counts each time it is used; "
        + "send large bodies from a file")
  }

  @Test("The deepest expression is computed within the stack of a thread")
  func depth() {
    let sum = String(repeating: "(1 + ", count: 98) + "n" + String(repeating: ")", count: 98)
    #expect(ExpressionProbe.result(of: sum, [("n", "2")]) == "100")
    let conditions =
      String(repeating: "if(yes, ", count: 98) + "n" + String(repeating: ", 0)", count: 98)
    #expect(ExpressionProbe.result(of: conditions, [("n", "2"), ("yes", "true")]) == "2")
    let signs = "(" + String(repeating: "-", count: 98) + "n)"
    #expect(ExpressionProbe.result(of: signs, [("n", "2")]) == "2")
    let inner = String(repeating: "(1 + ", count: 90) + "." + String(repeating: ")", count: 90)
    #expect(
      ExpressionProbe.result(
        of: "l | map(. | map(. | map(. | map(\(inner)))))", [("l", "[[[[1]]]]")]) == "[[[[91]]]]")
  }
}
