import APICallBase
import APICallHTTP
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("JSON bodies with placeholders")
struct PayloadTests {
  static let inputs = """
    host: a.example
    inputs:
      text: {default: say "hi" <n>\\}
      n: {type: number, default: 1.10}
      big: {type: integer, default: 12345678901234567890}
      yes: {type: boolean, default: true}
      list: {type: array, default: [1, {b: 2.0, a: 1}]}
      map: {type: object, default: {z: 1e400, a: "é"}}
      none: {required: false}
      key: {secret: true, default: hunter2}

    """

  private func body(_ json: String) throws -> ProtectedText? {
    try SpecText.call(Self.inputs + "json: " + json).request.body?.held
  }

  @Test(
    "A placeholder alone keeps the type of its value, and its text",
    arguments: [
      ("{v: <n>}", #"{"v":1.10}"#), ("{v: <big>}", #"{"v":12345678901234567890}"#),
      ("{v: <yes>}", #"{"v":true}"#), ("{v: <list>}", #"{"v":[1,{"b":2.0,"a":1}]}"#),
      ("{v: <map>}", #"{"v":{"z":1e400,"a":"é"}}"#), ("{v: <map.z>}", #"{"v":1e400}"#),
      ("<n>", "1.10"), ("[<n>, <yes>]", "[1.10,true]"),
      ("{v: \"<n>\"}", #"{"v":1.10}"#), ("{v: a<n>}", #"{"v":"a1.10"}"#),
      ("{v: <n><n>}", #"{"v":"1.101.10"}"#), ("{v: \" <yes>\"}", #"{"v":" true"}"#),
      ("{v: <text>}", #"{"v":"say \"hi\" <n>\\"}"#),
      ("{v: x<text>y}", #"{"v":"xsay \"hi\" <n>\\y"}"#),
    ])
  func types(_ json: String, _ body: String) throws {
    #expect(try self.body(json)?.revealed == body)
  }

  @Test(
    "The file's text is sent as written",
    arguments: [
      ("1.50", "1.50"), ("-0", "-0"), ("1E+2", "1E+2"), ("null", "null"), ("~", "null"),
      ("True", "true"), ("\"\"", "\"\""), ("\"1\"", "\"1\""), ("[]", "[]"), ("{}", "{}"),
      ("{b: 1, a: 2}", #"{"b":1,"a":2}"#), ("{\"\": x}", #"{"":"x"}"#), ("a\\<n>", "\"a<n>\""),
      ("{\"a\\n\\\"\": 1}", #"{"a\n\"":1}"#), ("'2020-01-01'", "\"2020-01-01\""), ("no", "\"no\""),
      ("{<n>: 1}", #"{"<n>":1}"#),
    ])
  func literals(_ json: String, _ body: String) throws {
    #expect(try self.body(json)?.revealed == body)
  }

  @Test(
    "An unset optional input is left out if it is alone",
    arguments: [
      ("{a: 1, b: <none>, c: 2}", #"{"a":1,"c":2}"#), ("{b: <none>, c: 2}", #"{"c":2}"#),
      ("[1, <none>, 2]", "[1,2]"), ("[<none>]", "[]"), ("{a: {b: <none>}}", #"{"a":{}}"#),
      ("<none>", "null"),
    ])
  func unset(_ json: String, _ body: String) throws {
    #expect(try self.body(json)?.revealed == body)
  }

  @Test("An unset optional input inside longer text is an error")
  func unsetInText() {
    #expect(throws: Failure.self) { try body("{a: x<none>}") }
  }

  @Test("A secret is masked, but its quotes are not")
  func secret() throws {
    #expect(try body("{a: <key>, b: x<key>y}")?.masked == #"{"a":"***","b":"x***y"}"#)
  }
}
