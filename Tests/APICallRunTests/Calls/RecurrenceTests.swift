import APICallRequests
import TestWorlds
import Testing

@Suite("Repeated calls")
struct RecurrenceTests {
  @Test(
    "A file makes the same calls unless something in it changes each time",
    arguments: [
      ("path: /x", true),
      ("path: /<user>\nquery: {a: <user | upper>}\njson: {b: <user>}", true),
      ("form: {a: <user>}", true),
      ("text: as it stands", true),
      ("let:\n  a: <user>\nquery: {a: <a>}", true),
      ("path: /<uuid()>", false),
      ("query: {a: <now()>}", false),
      ("headers: {X-Id: <uuid()>}", false),
      ("json: {a: [<user>, <now()>]}", false),
      ("let:\n  a: <uuid()>\nquery: {a: <a>}", false),
      ("expect: {body: {$.a: b}}", true),
      ("expect: {headers: {Date: {starts_with: <now()>}}}", false),
      ("expect: {body: {$.a: <user>}}", false),
      ("headers: {X-A: <secret.key>}\nlet: {a: <secret.key>}", true),
      ("expect: {body: {$.a: <secret.key>}}", false),
      ("auth: {type: bearer, token: <secret.key>}", false),
      ("multipart: {a: <user>}", false),
      ("file: body.bin", false),
      ("auth: {type: basic, username: a, password: <user>}", false),
    ])
  func makesSameCalls(_ rest: String, _ expected: Bool) throws {
    let endpoint = try SpecText.endpoint(
      "host: https://a.example\ninputs:\n  user: {secret: true, default: Ann}\n\(rest)\n")
    #expect(endpoint.makesSameCalls == expected)
  }
}
