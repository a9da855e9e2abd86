import APICallBase
import APICallText
import Synchronization
import TestWorlds
import Testing
@testable import APICallScripts

/// The limits of a session.
extension SessionTests {
  @Test("The oldest entries are removed beyond 1000, or beyond 16 MiB")
  func limits() throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    let (key, salt) = (try Self.key(), Self.salt)
    _ = try storage.makeKey(salt)
    for number in 0..<1003 {
      clock.pass(.seconds(1))
      let name = Hexadecimal.encode((0..<32).map { UInt8(truncatingIfNeeded: number >> $0 * 8) })
      let record = SessionRecord(
        name: name, project: nil, spec: "/\(number)", profile: nil, origin: key.origin,
        inputs: String(repeating: "0", count: 64), entry: Self.entry("a", in: clock.world))
      storage.put(String(decoding: record.bytes, as: UTF8.self), to: name)
    }
    clock.pass(.seconds(1))
    try session.keep("/last", in: clock.world)
    let kept = try specs(session)
    #expect(kept.count == 1000 && kept.first == "/4" && kept.last == "/last")
    let large = String(repeating: "x", count: 4_000_000)
    for number in 0..<6 {
      clock.pass(.seconds(1))
      try session.keep("/large-\(number)", large, in: clock.world)
    }
    #expect(try specs(session) == ["/large-2", "/large-3", "/large-4", "/large-5"])
  }

  @Test("A call with too much output is refused, and nothing changes")
  func tooMuch() throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    try session.keep("/a", in: clock.world)
    let before = storage.texts
    let long = SessionOutput("text", .text(String(repeating: "x", count: 4 << 20)))
    let cases: [([SessionOutput], String)] = [
      (
        (0..<257).map { SessionOutput("o\($0)", .text("")) },
        "the outputs of '/a' cannot be kept: they exceed 256 outputs"
      ),
      ([long], "the outputs of '/a' cannot be kept: they exceed 4194304 bytes"),
    ]
    for (outputs, message) in cases {
      let entry = SessionEntry(outputs, taken: clock.world.now())
      let failure = #expect(throws: Failure.self) {
        try session.keep(entry, for: Self.key("/a"))
      }
      #expect(failure?.diagnostics.first?.message == message)
    }
    #expect(storage.texts == before)
  }
}
