import APICallHTTP
import APICallRequests
import APICallSafety
import TestWorlds
import Testing

@Suite("Lets")
struct LetTests {
  static let head = """
    host: a.example
    inputs:
      user: {default: Ann}
      n: {type: number, default: 1.10}
      tags: {type: array, default: [a, {b: 1}]}
      none: {required: false}
      key: {secret: true, default: hunter2}

    """

  private func call(_ lets: String, _ rest: String, _ inputs: String...) throws -> Call {
    let lines = lets.split(separator: "\n").map { "  \($0)\n" }.joined()
    return try SpecText.call(Self.head + "let:\n" + lines + rest, inputs)
  }

  @Test(
    "A let is a value of any type, made from inputs and the lets above it",
    arguments: [
      ("v: <user | upper>", "\"ANN\""), ("v: <n>", "1.10"), ("v: x<n>", "\"x1.10\""),
      ("v: 1.50", "1.50"),
      ("v: null", "null"), ("v: true", "true"), ("v: \"\"", "\"\""), ("v: \"1\"", "\"1\""),
      ("v: <tags>", #"["a",{"b":1}]"#), ("v: [<n>, <none>, {a: <user>}]", #"[1.10,{"a":"Ann"}]"#),
      ("v: {a: <n>, b: <none>}", #"{"a":1.10}"#), ("v: []", "[]"), ("v: {}", "{}"),
      ("a: <user>\nv: <a>-<a>", #""Ann-Ann""#),
      ("a: {b: [<user>]}\nv: <a.b[0] | lower>", #""ann""#),
      (
        "a: <user | sha256>\nv: <a | hex | upper>",
        "\"17239B6E250110330EDA64A29C610BF146F89883371FAB093FEDA03BEC61B646\""
      ),
      ("v: <none | default(\"x\")>", "\"x\""), ("a: a\\<b\nv: <a>", "\"a<b\""),
      ("a: <user>\nv: \"<a> \\\\<a>\"", "\"Ann <a>\""),
    ])
  func values(_ lets: String, _ json: String) throws {
    let body = try call(lets, "json: <v>").request.body?.held?.revealed
    #expect(body == json)
  }

  @Test("A value inserted into a let is not searched for placeholders")
  func data() throws {
    let call = try call("a: <user>\nb: <a>|<user>", "json: [<a>, <b>]", "user=<n | upper>")
    #expect(call.request.body?.held?.revealed == #"["<n | upper>","<n | upper>|<n | upper>"]"#)
  }

  @Test("A let is computed once: a random value is the same everywhere")
  func once() throws {
    let call = try call(
      "id: <uuid()>\nr: <random(1, 1000000000)>", "headers: {A: <id>, B: <r>}\njson: [<id>, <r>]")
    let fields = call.request.headers.filter { $0.name.utf8.count == 1 }.map(\.value.revealed)
    #expect(call.request.body?.held?.revealed == "[\"\(fields[0])\",\(fields[1])]")
  }

  @Test("An unset let is left out as an unset input is")
  func unset() throws {
    let call = try call("a: <none>\nb: <a | upper>", "query: {a: <a>, b: <b>, c: 1}")
    #expect(call.request.url.query?.revealed == "c=1")
  }

  @Test("A let made from a secret is secret")
  func secret() throws {
    let call = try call(
      "a: Bearer <key>\nb: <a | sha256>\nc: [1, <key>]\nd: <user>",
      "headers: {A: <a>, B: v1=<b | hex>, C: \"<c[0]>\", D: <d>}")
    let shown = call.request.headers.filter { $0.name.utf8.count == 1 }.map(\.value.masked)
    #expect(shown == ["***", "v1=***", "***", "Ann"])
  }

  @Test("A message is signed as its receiver checks it")
  func signature() throws {
    let call = try call(
      "stamp: <now() | date(\"unix\")>\nmessage: <stamp>.<user>\nmac: <message | hmac_sha256(key)>",
      "headers: {X-Stamp: <stamp>, X-Signature: v1=<mac | hex>}")
    let fields = call.request.headers.filter { $0.name.hasPrefix("X-") }.map(\.value.revealed)
    // printf 1769860800.Ann | openssl dgst -sha256 -hmac hunter2
    #expect(
      fields == [
        "1769860800", "v1=6c609115104422885f3a079159ef383d65ed22333e9d0a3eccda50443d54863a",
      ])
  }
}
