import APICallBase
import APICallSafety
import APICallText
import TestWorlds
import Testing

@testable import APICallScripts

@Suite("What the outputs of a call depend on")
struct SessionKeyTests {
  private static let salt = ProtectedText(bytes: Array(0..<32), isSecret: true)

  private func key(
    _ inputs: [(name: String, value: Value)], spec: String = "/p/login.yaml",
    profile: String? = nil, origin: String = "https://a.example"
  ) -> SessionKey? {
    SessionKey(spec: spec, inputs: inputs, profile: profile, origin: origin)
  }

  private func json(_ text: String) throws -> Value { try Value(json: text) }

  private func digest(_ key: SessionKey?, _ salt: ProtectedText = salt) throws -> String {
    try #require(key).digest(with: salt, by: World.fixed().digests)
  }

  @Test("Inputs are the same in any order, and with any white space")
  func same() throws {
    let first = try digest(key([("a", .text("1")), ("b", json(#"{"x": [1, 2.50]}"#))]))
    let second = try digest(key([("b", json("{ \"x\":[1,2.50]\n}")), ("a", .text("1"))]))
    #expect(first == second)
    #expect(first.utf8.count == 64)
  }

  @Test("Inputs that are sent differently differ")
  func different() throws {
    let digests = [
      try digest(key([])),
      try digest(key([("a", .text("1"))])),
      try digest(key([("a", json("1"))])),
      try digest(key([("a", json("1.0"))])),
      try digest(key([("a", json(#"{"x":1,"y":2}"#))])),
      try digest(key([("a", json(#"{"y":2,"x":1}"#))])),
      try digest(key([("a", json("null"))])),
      try digest(key([("b", .text("1"))])),
      try digest(key([("a", .text("1")), ("b", .text(""))])),
      // Text that looks like the end of one input and the beginning of another.
      try digest(key([("a", .text(#"1","b":""#))])),
    ]
    #expect(Set(digests).count == digests.count)
  }

  @Test("Without the session's key, values cannot be guessed")
  func salted() throws {
    let key = self.key([("pin", .text("1234"))])
    let other = ProtectedText(bytes: Array(1...32), isSecret: true)
    #expect(try digest(key) != digest(key, other))
  }

  @Test("Each part of a key leads to a file of its own")
  func names() throws {
    let keys = [
      key([]), key([("a", .text("1"))]), key([], spec: "/p/other.yaml"),
      key([], profile: "live"), key([], origin: "https://b.example"),
      key([], profile: "https://a.example", origin: "https://a.example"),
    ]
    let other = ProtectedText(bytes: Array(1...32), isSecret: true)
    let names = try [Self.salt, other].flatMap { salt in
      try keys.map { try #require($0).name(with: salt, by: World.fixed().digests) }
    }
    #expect(Set(names).count == names.count)
    #expect(names.allSatisfy { SessionKey.isDigest($0) })
  }

  @Test("A call that reads a file or bytes, or whose path is not UTF-8, is not kept")
  func unkept() {
    #expect(key([("photo", .file(InputFile(path: "a.png")))]) == nil)
    #expect(key([("photo", .bytes([1]))]) == nil)
    #expect(key([], spec: "/p/caf\u{FFFD}.yaml") == nil)
  }

  @Test("Printing a key never shows the value of an input")
  func printing() throws {
    let key = try #require(self.key([("password", .text("hunter2hunter2"))]))
    var dumped = ""
    dump(key, to: &dumped)
    for text in ["\(key)", String(reflecting: key), dumped] {
      #expect(!text.contains("hunter2"), "\(text)")
    }
  }
}
