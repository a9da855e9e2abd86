import APICallBase
import APICallLanguage
import APICallText
import JSONText
import SeededNumbers
import TestWorlds
import Testing

@Suite("Secrets in expressions")
struct ExpressionSecrecyTests {
  private static let marker = "hunter2-hunter2"

  private func scope(secret name: String, _ json: String) throws -> Scope {
    var scope = try ExpressionProbe.scope([
      ("n", "2"), ("yes", "true"), ("s", #""abc""#), ("l", "[3,1,2]"), ("m", #"{"a":1,"abc":2}"#),
      ("t", #""2026-01-31T12:00:00Z""#), ("none", ""),
    ])
    scope[name] = Scope.Binding(try Value(json: json), isSecret: true)
    return scope
  }

  @Test(
    "A result is secret if an operand is",
    arguments: [
      (
        "k", "5",
        [
          "k + n", "n - k", "k * n", "n / k", "k % n", "k == n", "n != k", "k < n", "n <= k",
          "k > n",
          "n >= k", "(-k)", "l[k] | default(1)", "m[k | tostring] | default(1)", "if(k == 5, 1, 2)",
          "if(yes, k, 1)", "k == 5 and yes", "k == 4 or yes", "yes and k == 5", "k | default(1)",
          "none | default(k)", "n | default(k)", "l | map(k)", "l | map(. + k)",
          "l | select(. < k)",
          "l | any(. == k)", "l | all(. < k)", "l | sort_by(k)", "l | group_by(. % k)",
          "l | unique_by(k)",
          "l | min_by(k)", "l | max_by(0 - k)", "l | index_by(. + k)", "m | map_values(k)",
          "range(0, k)",
          "range(k, 9)", "list(n, k)", "list(k) | length",
          "try(k, 1)", "try(n / (k - 5), 1)", "try(n / 0, k)", "try(m.x + k, 1)",
          "l | map(try(1 / (. + k - 6), 0))", "concat(s, k)", "l | sum(. * k)", "l | avg(k)",
          "l | map(range(0, 2) | map(. + k)) | length",
          "(l | map(k))[0]", "m.x == k", "k == m.x", "t + 1s * k",
          "(l | map(. == k) | any) and yes",
          "l | slice(0, k)", "random(0, k)", "if(yes, if(k == 5, 1, 2), 3)",
          "l | map(if(k > ., 1, 2))",
        ]
      ),
      (
        "k", "\"abc\"",
        [
          "k == s", "k < s", "m[k]", "l | map(m[k])", "s | split(k)",
          "m | find('$.k' | replace('k', k))",
          "m | has(k)", "k | upper", "l | map(. == k)",
        ]
      ),
      (
        "k", "[1,2]",
        [
          "k + l", "l - k", "k - l", "l + k", "k | map(1)", "k | select(. > 1)", "k | any(. > 1)",
          "k[0]",
          "k | first", "(k | first) + 1", "k | sort_by(.) | length", "k | map(n)",
          "k | map(. * 0) | sum",
          "l | map(k[0])", "k | length",
        ]
      ),
      (
        "k", #"{"a":{"b":1}}"#,
        [
          "k.a.b + 1", "k | pick(.a)", "k | del(.a)", "k | find('$.a.b')", "k | map_values(1)",
          "k.x | default(1)", "k.a.x == n", "k | keys", "m | merge(k)", "l | map(k.a.b)", "k == m",
        ]
      ),
      (
        "k", "true",
        ["k and yes", "yes and k", "k or yes", "if(k, 1, 2)", "k | not", "l | select(k)"]
      ),
      ("k", "\"2026-01-31T12:00:00Z\"", ["k + 1h", "k - 1h", "k - t", "t - k", "now() - k"]),
    ])
  func secret(_ name: String, _ json: String, _ expressions: [String]) throws {
    let scope = try scope(secret: name, json)
    for expression in expressions {
      #expect(
        try ExpressionProbe.binding(of: expression, in: scope).isSecret, "\(expression)")
    }
  }

  @Test(
    "A message masks a value that is refused",
    arguments: [
      ("k | map(.) | default(1)", "the filter 'map' takes a list, not '***'"),
      ("m | find('$.' | replace('.', k))", "the filter 'find' takes a JSONPath, not '***'"),
      (
        "k + 1",
        "'+' takes two numbers, two lists, or a time and a duration, not the text "
          + "'***' and the number '1'"
      ),
      (
        "1 - k",
        "'-' takes two numbers, two lists, two times, or a time and a duration, not "
          + "the number '1' and the text '***'"
      ),
      ("l[k] + 1", "there is no '***' for 'l[k]' in a list"),
      ("random(k, 9)", "the function 'random' takes a whole number, not '***'"),
      ("n | date(k)", "the filter 'date' takes a format, not '***'"),
      (
        "k | fromjson",
        "the filter 'fromjson' takes JSON text, not text that stops being JSON at "
          + "line 1, column 1"
      ),
      ("k and yes", "'and' takes true or false, not the text '***'"),
      ("s | sub(k, k)", "the filter 'sub' takes a regular expression, not '***'"),
    ])
  func refused(_ expression: String, _ message: String) throws {
    let scope = try scope(secret: "k", "\"abc[\"")
    let problem = #expect(throws: TemplateProblem.self) {
      try ExpressionProbe.binding(of: expression, in: scope)
    }
    #expect(problem?.diagnostic.message == message)
  }

  @Test(
    "An operand that is not computed does not make the result secret",
    arguments: ["if(yes, 1, k)", "yes or k", "if(yes, s, k) == s", "(n == 1) and k"])
  func unused(_ expression: String) throws {
    let scope = try scope(secret: "k", "true")
    #expect(try !ExpressionProbe.binding(of: expression, in: scope).isSecret)
  }

  @Test("Generated expressions: a secret name never makes a result less secret")
  func generated() throws {
    let seed = TestSeed.picked()
    var generator = ExpressionGenerator(seed: seed)
    let open = try ExpressionProbe.scope(ExpressionGenerator.given)
    for _ in 0..<CaseCount.picked(500) {
      let text = generator.expression().text
      for (name, json) in ExpressionGenerator.given where text.contains(name) {
        var scope = open
        scope[name] = Scope.Binding(try Value(json: json), isSecret: true)
        let plain = try? ExpressionProbe.binding(of: text, in: open)
        let secret = try? ExpressionProbe.binding(of: text, in: scope)
        #expect(plain?.value?.jsonText == secret?.value?.jsonText, "\(text); APICALL_SEED=\(seed)")
        #expect(plain?.isSecret != true, "\(text); APICALL_SEED=\(seed)")
        guard secret?.isSecret == false else { continue }
        // Another value of the secret must not change what is not secret.
        scope[name] = Scope.Binding(.text(Self.marker), isSecret: true)
        if let other = try? ExpressionProbe.binding(of: text, in: scope), !other.isSecret {
          #expect(
            other.value?.jsonText == secret?.value?.jsonText,
            "\(text), \(name); APICALL_SEED=\(seed)")
        }
      }
    }
  }

  @Test("No message shows a secret, whatever is computed with it")
  func messages() throws {
    let seed = TestSeed.picked()
    var generator = ExpressionGenerator(seed: seed)
    let values = [
      "\"\(Self.marker)\"", "[\"\(Self.marker)\"]", "{\"\(Self.marker)\":\"\(Self.marker)\"}",
      "{\"a\":\"\(Self.marker)\"}", "[{\"a\":\"\(Self.marker)\",\"b\":\"\(Self.marker)\"}]",
    ]
    let more = [
      "l[k]", "m[k] + 1", "k.a.b", "k | map(.a.b)", "m | find(k)", "range(0, k)", "fake(k)",
      "k | date(k)",
      "l | map(m[k]) | first | upper | map(.)", "k | number", "k | fromjson", "s | test(k)",
      "k | first | test('(')",
      "s | split(k) | map(.x)", "k | index_by(.x)", "k | sum", "k | to_entries | map(.key.x)",
      "k | strptime(k)", "1 + k[0]", "k[0].a.b + 1", "k | map(m[.])", "k | map(.[k])", "l | nth(k)",
      "l | map(. + k)", "k | select(.)", "k | select(.a)", "if(k, 1, 2)", "k and k", "k | not",
      "k + 1h",
      "l | slice(k)", "random(1, k)", "s | pad(9, k)", "k | base64d", "k | unhex", "k | any",
      "k | sum(.a)",
    ]
    var count = 0
    for json in values {
      let expressions = more + (0..<200).map { _ in generator.expression().text }
      for name in ["k", "n", "l", "rows"] {
        var scope = try scope(secret: "k", json)
        for (other, given) in ExpressionGenerator.given where other != "k" {
          scope[other] = Scope.Binding(try Value(json: given))
        }
        scope[name] = Scope.Binding(try Value(json: json), isSecret: true)
        for text in expressions {
          do { _ = try ExpressionProbe.binding(of: text, in: scope) } catch let problem
            as TemplateProblem
          {
            count += 1
            let words = ExpressionProbe.text(of: [problem])
            #expect(!words.contains("hunter2"), "\(text): \(words); APICALL_SEED=\(seed)")
          } catch {}
        }
      }
    }
    #expect(count > 500, "\(count)")
  }
}
