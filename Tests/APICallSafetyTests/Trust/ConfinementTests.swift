import APICallBase
import APICallHTTP
import APICallSafety
import Foundation
import TestWorlds
import Testing

@Suite("Where a value may go")
struct ConfinementTests {
  /// Returns the confinement of a value made from stored secrets.
  private static func confinement(
    _ secrets: [(name: String, origins: [String])], allowing allowed: [String] = []
  ) throws -> Confinement? {
    let store = SecretStore(
      [FixedSecrets("fixed", secrets.map { ($0.name, "value-of-\($0.name)", $0.origins) })],
      allowing: try allowed.map { try SecretAllowance(option: $0) })
    return Confinement.of(
      try secrets.map { try #require(try store.root(named: $0.name)) })
  }

  @Test("If more secrets were sent than are kept, any text may contain one")
  func manyTexts() {
    let trail = SecretTrail()
    func text(_ number: Int, _ secrecy: Secrecy) -> ProtectedText {
      ProtectedText("secret number \(number)", secrecy)
    }
    trail.note((1..<1000).map { text($0, .masked) }, and: [])
    #expect(trail.finds(typedIn: [text(17, .open)]) && !trail.finds(typedIn: ["other"]))
    #expect(trail.heldTexts?.count == 999)
    trail.note([text(1000, .masked)], and: [])
    #expect(trail.finds(typedIn: ["other"]) && trail.heldTexts == nil)
  }

  @Test(
    "A value may go where each of its secrets may go",
    arguments: [
      (["a"], "https://a.example", true), (["a"], "https://a.example.:443", true),
      (["a"], "http://a.example", false), (["a"], "https://b.example", false),
      (["a", "b"], "https://both.example", true), (["a", "b"], "https://a.example", false),
      (["b", "c"], "https://b.example", false), (["b", "c"], "https://c.example", false),
    ])
  func allows(_ names: [String], _ origin: String, _ isAllowed: Bool) throws {
    let all = [
      (name: "a", origins: ["https://a.example", "https://both.example"]),
      (name: "b", origins: ["https://b.example", "https://both.example"]),
      (name: "c", origins: ["https://c.example"]),
    ]
    let confinement = try #require(
      try Self.confinement(all.filter { names.contains($0.name) }))
    #expect(confinement.allows(try HostAddress(origin).origin) == isAllowed)
  }

  @Test("A joined value is limited by both parts, each counted once")
  func joined() throws {
    let a = try Self.confinement([("a", ["https://a.example"])])
    let b = try Self.confinement([("b", ["https://b.example"])])
    let both = try #require(Confinement.joined(a, b))
    #expect(both.roots.map(\.name) == ["a", "b"])
    #expect(Confinement.joined(both, a) === both)
    #expect(Confinement.joined(nil, a) === a && Confinement.joined(a, nil) === a)
    #expect(Confinement.joined(nil, nil) == nil)
    var secrecy = Secrecy(isMasked: false, confinement: a)
    secrecy.join(.masked)
    #expect(secrecy.isMasked && secrecy.confinement == a && secrecy.holdsUnconfined)
    #expect(!Secrecy(isMasked: true, confinement: a).holdsUnconfined)
  }

  @Test("An origin that the user allows applies to the secret that it names")
  func allowed() throws {
    let secrets = [(name: "a", origins: ["https://a.example"])]
    let origin = try HostAddress("https://b.example").origin
    let own = try #require(try Self.confinement(secrets, allowing: ["a=https://b.example"]))
    let other = try #require(try Self.confinement(secrets, allowing: ["x=https://b.example"]))
    #expect(own.allows(origin) && !other.allows(origin))
  }

  @Test("Text keeps the secrecy of each part, through encodings too")
  func text() throws {
    let a = try Self.confinement([("a", ["https://a.example"])])
    let b = try Self.confinement([("b", ["https://b.example"])])
    var text: ProtectedText = "x="
    text.append(ProtectedText("one/two", Secrecy(isMasked: true, confinement: a)))
    text.append("&y=")
    text.append(ProtectedText("shown", Secrecy(isMasked: false, confinement: b)))
    #expect(text.masked == "x=***&y=shown")
    #expect(text.secrecy.confinement?.roots.map(\.name) == ["a", "b"])
    let parts = text.parts.map {
      ($0.bytes.count, $0.secrecy.confinement?.roots.map(\.name) ?? [])
    }
    #expect(parts.map(\.0) == [2, 7, 3, 5])
    #expect(parts.map(\.1) == [[], ["a"], [], ["b"]])
    let encoded = PercentEncoding.encode(
      ProtectedText("a b", Secrecy(isMasked: true, confinement: a)), for: .value)
    #expect(encoded.revealed == "a%20b" && encoded.secrecy.confinement === a)
  }

  @Test("A value belongs to the user if the user typed all of it")
  func typed() {
    #expect(Provenance(.user).isTyped)
    #expect(!Provenance(.user).joined(.file).isTyped)
    #expect(!Provenance(.environment).isTyped && !Provenance(.profile).isTyped)
  }

  @Test("Each rule about requests is in the manual", arguments: RequestRule.allCases)
  func manual(_ rule: RequestRule) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let file = root.appending(path: "docs/man/apicall-security.7.md")
    let page = try String(contentsOf: file, encoding: .utf8)
      .replacing(/\s+/, with: " ")
    #expect(page.contains(Self.words(rule)), "\(rule)")
  }

  /// The words of the manual that state a rule.
  private static func words(_ rule: RequestRule) -> String {
    switch rule {
    case .lock: "The lock : If a file of the run is not trusted, and a file names a stored secret"
    case .secretOrigins: "goes only to the origins that the secret was stored for"
    case .untrustedResponses:
      "In a folder that is not trusted, every part of the response to a request with a stored "
        + "secret"
    case .secretOutputs: "outputs with `secret: true`"
    case .cookies: "cookies and other credentials"
    case .echoes: "parts that contain the secret or a sent value made from it"
    case .redirects: "Redirects and pages : Followed to another origin only if their URL may go"
    case .chosenHosts: "Chosen hosts : If a response chose the host of a request"
    case .trustOfAll:
      "they and netrc files are read only if all files that lead to the call are trusted"
    case .handedVariables: "passed on only to trusted files"
    case .savedResponses: "a saved file goes only where its response may go"
    case .foreseen: "before its first request if the files and inputs show it"
    }
  }
}
