import APICallBase
import APICallLanguage
import APICallSafety
import APICallText
import TestWorlds
import Testing

@Suite("Functions")
struct FunctionTests {
  private func text(_ placeholder: String, _ world: World = .fixed()) throws -> String {
    try Template(placeholder, at: .nowhere).render(in: Scope(world)).revealed
  }

  @Test("The time is the world's, and constant during a call")
  func now() throws {
    #expect(try text("<now()>") == "2026-01-31T12:00:00.250Z")
    #expect(
      try text("<now() | date('unix')> <now() | date('unix_ms')>") == "1769860800 1769860800250")
    var world = World.fixed()
    world.now = { UTCTimestamp(seconds: -1, nanoseconds: 999_999_999) }
    #expect(try text("<now()>", world) == "1969-12-31T23:59:59.999Z")
  }

  @Test("A UUID has version 4, and is different each time")
  func uuid() throws {
    let world = World.fixed()
    let form = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/
    var seen: Set<String> = []
    for _ in 0..<200 {
      let uuid = try text("<uuid()>", world)
      #expect(uuid.wholeMatch(of: form) != nil, "\(uuid)")
      seen.insert(uuid)
    }
    #expect(seen.count == 200)
  }

  @Test("A world with the same seed gives the same values")
  func seeds() throws {
    let template = "<uuid()> <random(1, 1000000)> <fake('sentence')>"
    #expect(try text(template, .fixed(seed: 5)) == text(template, .fixed(seed: 5)))
    #expect(try text(template, .fixed(seed: 5)) != text(template, .fixed(seed: 6)))
  }

  @Test("Random numbers reach both ends and nothing beyond")
  func random() throws {
    let world = World.fixed()
    var seen: Set<String> = []
    for _ in 0..<500 { seen.insert(try text("<random(-1, 3)>", world)) }
    #expect(seen == ["-1", "0", "1", "2", "3"])
    #expect(try text("<random(7, 7)>", world) == "7")
    let all = "<random(-9223372036854775808, 9223372036854775807)>"
    #expect(try Int(text(all, world)) != nil)
  }

  @Test("A stuck or short source of randomness does not block")
  func stuck() throws {
    var world = World.fixed()
    world.randomBytes = { [UInt8](repeating: 0xFF, count: $0) }
    #expect(try (1...6).contains(#require(Int(text("<random(1, 6)>", world)))))
    world.randomBytes = { _ in [] }
    #expect(try text("<random(1, 6)> <uuid()>", world) == "1 00000000-0000-4000-8000-000000000000")
  }

  @Test("Every kind of fake data exists and is not empty", arguments: FakeData.allCases)
  func fake(_ kind: FakeData) throws {
    let world = World.fixed()
    for _ in 0..<50 {
      let made = try text("<fake(\"\(kind.rawValue)\")>", world)
      #expect(!made.isEmpty)
      switch kind {
      case .email:
        #expect(made.wholeMatch(of: /[a-z]+\.[a-z]+[0-9]{1,4}@example\.(com|net|org)/) != nil)
      case .integer: #expect(Int(made) != nil)
      case .phone: #expect(made.wholeMatch(of: /\+1-[0-9]{3}-555-01[0-9]{2}/) != nil)
      default: break
      }
    }
  }

  @Test("A number keeps its type, and text does not become a number")
  func types() throws {
    let scope = Scope(World.fixed())
    for (placeholder, isText) in [
      ("<random(1, 2)>", false), ("<fake('integer')>", false), ("<now() | date('unix')>", false),
      ("<now() | date('%s')>", true), ("<now()>", true), ("<uuid()>", true),
    ] {
      let json = try Payload.text(Template(placeholder, at: .nowhere)).render(in: scope)?.revealed
      #expect(json?.hasPrefix("\"") == isText, "\(placeholder): \(json ?? "nothing")")
    }
  }
}
