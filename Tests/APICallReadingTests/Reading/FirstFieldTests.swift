import Testing
import YAMLTree

@testable import APICallReading

@Suite("Files that begin as one of apicall's")
struct FirstFieldTests {
  private static let fields = ["url", "steps", "summary"]

  @Test(
    "The first key decides",
    arguments: [
      ("url: x", true), ("# a\n\n---\nurl: x", true), ("\u{FEFF}url: x", true),
      ("{'url': x, password: y}", true), ("\"steps\": []", true), ("&a url: x", true),
      ("ulr: x", true), ("summry: x", true), ("", true), ("# only a comment", true), ("{}", true),
      ("url: [", true), ("\u{FEFF}# a\n{ \"url\": ", true),
      ("apiVersion: v1\nurl: x", false), ("machine a login b password c", false),
      ("password: x\nurl: x", false), ("- url: x", false), ("url", false), ("null", false),
      ("root:$6$x:1:0:", false), ("-----BEGIN KEY-----\nurl: x", false), ("a\u{0}url: x", false),
      ("key = value", false), ("default: [", false),
    ])
  func first(_ text: String, _ isOwn: Bool) {
    let source = Source(name: "a.yaml", text: text)
    #expect(source.begins(withOneOf: Self.fields, YAMLReader.spec.read(source)) == isOwn)
  }
}
