import APICallBase
import APICallLanguage
import APICallText
import JSONText
import Measuring
import Synchronization
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
          + "50,000,000 steps; hint: a filter takes some for each item and for the bytes that it "
          + "reads; index_by finds items by a key")
    }
    #expect(RenderAllowance.steps == 50_000_000)
    // The next call has its own.
    #expect(try sole.binding(in: scope.atPresent()).value?.typeName == "a list")
  }

  /// Expressions that each take more than 40,000 steps, although they have few parts.
  private static let heavy = [
    "range(0, 30) | map(t | sha256 | hex | length) | sum",
    "range(0, 30) | map(t | md5 | hex | length) | sum",
    "range(0, 30) | map(t | base64 | length) | sum",
    "range(0, 30) | map(t | base64 | base64d | length) | sum",
    "range(0, 30) | map(t | urlencode | length) | sum",
    "range(0, 30) | map(t | replace('b', 'c') | length) | sum",
    "range(0, 30) | map(t | contains('b')) | length",
    "range(0, 30) | map(t == u) | length",
    "range(0, 30) | map(t < u) | length",
    "range(0, 30) | map(concat(t, '') | length) | sum",
    "range(0, 30) | map(list(t) | length) | sum",
    "range(0, 30) | map(if(true, t, u) | test('b')) | length",
    "range(0, 30) | map(try(t | split('a') | length, 0)) | sum",
    "range(0, 30) | map(l | sum) | sum",
    "range(0, 30) | map(l | sort | length) | sum",
    "range(0, 30) | map(l | unique | length) | sum",
    "range(0, 30) | map(l | contains(-1)) | length",
    "range(0, 30) | map(l | min) | sum",
    "range(0, 30) | map(l | reverse | length) | sum",
    "range(0, 30) | map(l + l | length) | sum",
    "range(0, 30) | map(l - list(1) | length) | sum",
    "range(0, 30) | map(l | find('$..*') | length) | sum",
    "range(0, 30) | map(l | json | fromjson | length) | sum",
    "range(0, 30) | map(m | keys | length) | sum",
    "range(0, 30) | map(m | to_entries | length) | sum",
    "range(0, 30) | map(m | merge(m) | length) | sum",
    "range(0, 10000) | map(. | date('%H')) | length",
    "range(0, 20000) | map(uuid()) | length",
    "range(0, 20000) | map('a' | test('b')) | length",
    "range(0, 30000) | map(. * 1.5 + 2 - 3) | length",
  ]

  @Test("The work of filters and operators counts, however few they are", arguments: heavy)
  func work(_ expression: String) throws {
    var scope = Scope(World.fixed(), allowance: RenderAllowance(steps: 40_000))
    let text = String(repeating: "a", count: 150_000)
    let numbers = (0..<5_000).map { String($0) }
    scope["t"] = Scope.Binding(.text(text))
    scope["u"] = Scope.Binding(.text(text))
    scope["l"] = Scope.Binding(try Value(json: "[\(numbers.joined(separator: ","))]"))
    let members = numbers.map { "\"\($0)\":\($0)" }
    scope["m"] = Scope.Binding(try Value(json: "{\(members.joined(separator: ","))}"))
    let template = try #require(try Template.whole("<\(expression)>", at: .nowhere))
    let sole = try #require(template.sole)
    do {
      _ = try sole.binding(in: scope)
      Issue.record("no problem")
    } catch {
      #expect(ExpressionProbe.text(of: [error]).contains("take more than 50,000,000 steps"))
    }
  }

  @Test(
    "Honest work on large values is within the steps",
    arguments: [
      "l | sum", "l | map(. * 2) | sum", "l | sort | unique | length", "l | reverse | last",
      "l | select(. > 5) | map(. + 1) | max", "l | join(',') | sha256 | hex | length",
      "l | index_by(.) | keys | length",
    ])
  func honest(_ expression: String) throws {
    let numbers = (0..<50_000).map { String($0) }.joined(separator: ",")
    let result = ExpressionProbe.result(of: expression, [("l", "[\(numbers)]")])
    #expect(Int(result) != nil, "\(result)")
  }

  @Test("Expressions are watched together, and each later one has the first problem")
  func watch() throws {
    let clock = Mutex(Duration.zero)
    let watch = EvaluationWatch(.seconds(2), "2 s", hint: "compute less") {
      clock.withLock { time in
        time += .seconds(1)
        return time
      }
    }
    func result(of expression: String) -> String {
      EvaluationWatch.$current.withValue(watch) { ExpressionProbe.result(of: expression) }
    }
    #expect(result(of: "1 + 1") == "2")
    let problem = "error: with <2 + 2>, expressions take longer than 2 s; hint: compute less"
    #expect(result(of: "2 + 2") == problem)
    #expect(result(of: "3 + 3") == problem)
    #expect(result(of: "try(4 + 4, 0)") == problem)
    #expect(throws: Failure.self) { try watch.watching { () throws(Failure) in } }
    #expect(ExpressionProbe.result(of: "1 + 1") == "2")
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
      of: "range(0, 200) | map(('a' | repeat(1048576)) == '') | length")
    #expect(
      message
        == "error: with <range(0, 200) | map(('a' | repeat(1048576)) == '') | length>, the values of "
        + "the call exceed 128 MiB in total; hint: a let counts each time it is used; "
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
