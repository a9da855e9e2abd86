import APICallBase
import APICallText
import Synchronization
import TestWorlds
import Testing

@testable import APICallScripts

@Suite("Sessions")
struct SessionTests {
  /// A world with an adjustable clock, in which waits are recorded and take no time.
  final class Clock: Sendable {
    let now = Mutex(UTCTimestamp(seconds: 1_769_860_800))
    let waits = Mutex<[Duration]>([])
    /// The number of waits before an interruption.
    let patience: Int

    init(patience: Int = .max) { self.patience = patience }

    var world: World {
      var world = World.fixed()
      world.now = { self.now.withLock { $0 } }
      world.wait = { (time) throws(CancellationError) in
        let count = self.waits.withLock { waits in
          waits.append(time)
          return waits.count
        }
        if count > self.patience { throw CancellationError() }
        await Task.yield()
      }
      return world
    }

    func pass(_ time: Duration) { now.withLock { $0 = $0.advanced(by: time) } }
  }

  /// How often each of two calls was made.
  final class Counts: Sendable {
    let made = Mutex([0, 0])
  }

  static func key(_ spec: String = "/p/login.yaml") throws -> SessionKey {
    try #require(
      SessionKey(spec: spec, inputs: [], profile: nil, origin: "https://a.example"))
  }

  static let salt = [UInt8](0..<32)

  static func name(_ key: SessionKey, in storage: MemorySession) throws -> String {
    try key.name(with: try #require(try storage.key()), by: World.fixed().digests)
  }

  static func entry(_ token: String, in world: World) -> SessionEntry {
    SessionEntry([SessionOutput("token", .text(token), isSecret: true)], taken: world.now())
  }

  func token(_ entry: SessionEntry?) -> String? {
    entry?.output(named: "token")?.value.plainText
  }

  @Test("A forgotten entry is gone, unless another one was stored meanwhile")
  func forgotten() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    let (key, other) = (try Self.key(), try Self.key("/p/other.yaml"))
    let first = Self.entry("first", in: clock.world)
    try session.forget(first, for: key)
    #expect(storage.texts.isEmpty)
    for key in [key, other] {
      _ = try await session.holding(key) { () throws(Failure) in first }
    }
    try session.forget(first, for: key)
    #expect(try session.value(for: key) == nil)
    #expect(token(try session.value(for: other)) == "first")
    let second = Self.entry("second", in: clock.world)
    _ = try await session.holding(key) { () throws(Failure) in second }
    try session.forget(first, for: key)
    #expect(token(try session.value(for: key)) == "second" && storage.held.isEmpty)
  }

  @Test("Kept credentials are renewed once at a time, and waiting calls reuse them")
  func renewed() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let key = try Self.key()
    let counts = Counts()
    try await withThrowingTaskGroup { group in
      for _ in 0..<10 {
        group.addTask {
          let session = Session(storage, in: clock.world)
          try await session.withLock(key, within: .seconds(1_000_000)) { () throws(Failure) in
            guard try session.value(for: key) == nil else { return }
            for _ in 0..<20 { await Task.yield() }
            counts.made.withLock { $0[0] += 1 }
            try session.keep(Self.entry("new", in: clock.world), for: key)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(counts.made.withLock { $0[0] } == 1 && storage.held.isEmpty)
  }

  @Test("A call is made once, and its outputs are then found")
  func once() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    let key = try Self.key()
    #expect(try session.value(for: key) == nil)
    #expect(storage.texts.isEmpty)
    let made = try await session.holding(key) { () throws(Failure) in
      Self.entry("first", in: clock.world)
    }
    #expect(token(made) == "first")
    let found = try await session.holding(key) { () throws(Failure) in
      Issue.record("it is made again")
      return Self.entry("second", in: clock.world)
    }
    #expect(token(found) == "first" && storage.held.isEmpty)
    #expect(token(try session.value(for: key)) == "first")
    #expect(token(try Session(storage, in: clock.world).value(for: key)) == "first")
    #expect(clock.waits.withLock { $0.isEmpty })
  }

  @Test("A call is repeated if its entry is too old, expired, or lacks an output")
  func stale() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    let key = try Self.key()
    var count = 0
    func make(
      freshFor limit: Duration?, with names: [String] = [], lasting: Duration? = nil,
      isLasting: Bool = false
    ) async throws -> String? {
      let now = clock.world.now()
      let entry = try await session.holding(
        key,
        SessionFreshness(
          earliest: limit.map { now.advanced(by: .zero - $0) }, names: names, isLasting: isLasting)
      ) { () throws(Failure) in
        count += 1
        let outputs = [SessionOutput("token", .text("\(count)"))]
        return SessionEntry(outputs, taken: now, expires: lasting.map { now.advanced(by: $0) })
      }
      return token(entry)
    }
    #expect(try await make(freshFor: .seconds(60)) == "1")
    clock.pass(.seconds(60))
    #expect(try await make(freshFor: .seconds(60)) == "1")
    clock.pass(.nanoseconds(1))
    #expect(try await make(freshFor: .seconds(60), lasting: .seconds(10)) == "2")
    clock.pass(.nanoseconds(9_999_999_999))
    #expect(try await make(freshFor: nil) == "2")
    clock.pass(.nanoseconds(1))
    #expect(try await make(freshFor: nil) == "3")
    #expect(try await make(freshFor: nil, with: ["token"]) == "3")
    #expect(try await make(freshFor: nil, with: ["token", "user"]) == "4")
    // The expiry must be known.
    #expect(
      try await make(freshFor: nil, lasting: .seconds(10), isLasting: true) == "5")
    #expect(try await make(freshFor: nil, isLasting: true) == "5")
    // A clock that was wrong.
    clock.pass(.seconds(-1))
    #expect(try await make(freshFor: nil) == "6")
  }

  @Test("Tasks that need the same call share one, and other calls continue")
  func together() async throws {
    let clock = Clock()
    let storage = try MemorySession()
    let keys = [try Self.key("/a"), try Self.key("/b")]
    let counts = Counts()
    let tokens = try await withThrowingTaskGroup(of: String?.self) { group in
      for number in 0..<20 {
        let key = keys[number % 2]
        group.addTask {
          let session = Session(storage, in: clock.world)
          let entry = try await session.holding(key, within: .seconds(1_000_000)) {
            () throws(Failure) in
            for _ in 0..<50 { await Task.yield() }
            let count = counts.made.withLock { made in
              made[number % 2] += 1
              return made[number % 2]
            }
            return Self.entry("\(key.spec)-\(count)", in: clock.world)
          }
          return entry.output(named: "token")?.value.plainText
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(counts.made.withLock { $0 } == [1, 1])
    #expect(tokens.filter { $0 == "/a-1" }.count == 10)
    #expect(tokens.filter { $0 == "/b-1" }.count == 10)
    #expect(storage.held.isEmpty)
  }

  @Test("A failed call leaves nothing, and the next task makes it")
  func failing() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    let key = try Self.key()
    let failure = await #expect(throws: Failure.self) {
      try await session.holding(key) { () throws(Failure) in
        throw Failure(.clientError, "no such user")
      }
    }
    #expect(failure?.status == .clientError && storage.held.isEmpty)
    #expect(try session.value(for: key) == nil)
    storage.refuse(
      with: SessionProblem.unwritable("/state/kept.json", .other("no space left on device")))
    let refused = await #expect(throws: Failure.self) {
      try await session.holding(key) { () throws(Failure) in Self.entry("a", in: clock.world) }
    }
    #expect(refused?.status == .cannotCreate)
    #expect(
      refused?.diagnostics.first?.message
        == "cannot write '/state/kept.json': no space left on device")
    #expect(storage.held.isEmpty)
  }

  @Test("The wait for another program has a limit, with growing pauses")
  func limit() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    let key = try Self.key()
    _ = try await session.holding(key) { () throws(Failure) in Self.entry("a", in: clock.world) }
    clock.pass(.seconds(60))
    let now = clock.world.now()
    let other = try #require(try storage.lock(Self.name(key, in: storage)))
    let failure = await #expect(throws: Failure.self) {
      try await session.holding(key, SessionFreshness(earliest: now)) { () throws(Failure) in
        Issue.record("it is made")
        return Self.entry("b", in: clock.world)
      }
    }
    #expect(failure?.status == .timeout)
    let diagnostic = try #require(failure?.diagnostics.first)
    #expect(
      diagnostic.message == "waited 60 s for another process that makes the call '/p/login.yaml'"
        + " for the same session")
    #expect(
      diagnostic.hint
        == "wait until that process ends, or use '--no-session'")
    let waits = clock.waits.withLock { $0 }
    #expect(waits.first == .milliseconds(2) && waits.last == .milliseconds(64))
    #expect(waits == waits.sorted())
    #expect((.seconds(60)..<(.milliseconds(60_064))).contains(waits.reduce(.zero, +)))
    other.release()
    let entry = try await session.holding(key, SessionFreshness(earliest: now)) {
      () throws(Failure) in
      Self.entry("c", in: clock.world)
    }
    #expect(token(entry) == "c")
  }

  @Test("A wait ends at a signal")
  func interrupted() async throws {
    let (clock, storage) = (Clock(patience: 3), try MemorySession())
    let session = Session(storage, in: clock.world)
    let key = try Self.key()
    _ = try storage.makeKey(Array(0..<32))
    let name = try Self.name(key, in: storage)
    let other = try #require(try storage.lock(name))
    let failure = await #expect(throws: Failure.self) {
      try await session.holding(key) { () throws(Failure) in Self.entry("a", in: clock.world) }
    }
    #expect(failure?.status == .interrupted && failure?.diagnostics.isEmpty == true)
    #expect(clock.waits.withLock { $0.count } == 4)
    #expect(storage.held == [name])
    other.release()
  }

  @Test("Entries stored or removed during a call stay so, and the call is stored")
  func meanwhile() async throws {
    let (clock, storage) = (Clock(), try MemorySession(project: "/p"))
    let session = Session(storage, in: clock.world)
    let (first, second, third) = (try Self.key("/a"), try Self.key("/b"), try Self.key("/c"))
    _ = try await session.holding(first) { () throws(Failure) in
      _ = try await session.holding(second) { () throws(Failure) in
        Self.entry("b", in: clock.world)
      }
      return Self.entry("a", in: clock.world)
    }
    #expect(Set(try specs(session)) == ["/a", "/b"])
    #expect(try session.contents().records.allSatisfy { $0.project == "/p" })
    _ = try await session.holding(third) { () throws(Failure) in
      for record in try session.contents().records { try session.remove(record) }
      return Self.entry("c", in: clock.world)
    }
    #expect(token(try session.value(for: third)) == "c")
    #expect(try specs(session) == ["/c"] && storage.held.isEmpty)
  }

  @Test("An unreadable file stops its own call and no other, and stays unchanged")
  func broken() async throws {
    let path = "'/state/kept/\(try Self.name(Self.key(), in: MemorySession(key: Self.salt))).json'"
    let cases = [
      (
        "{", "\(path) cannot be read as a session: it is not JSON",
        "'apicall session clear --session kept' removes it; its calls are then made again"
      ),
      (
        #"{"version":7}"#,
        "\(path) is a session of version 7, which this version of apicall cannot read",
        "use the version that wrote it, or another session: --session NAME"
      ),
    ]
    for (text, message, hint) in cases {
      let (clock, storage) = (Clock(), try MemorySession(key: Self.salt))
      let session = Session(storage, in: clock.world)
      let (key, other) = (try Self.key(), try Self.key("/other"))
      storage.put(text, to: try Self.name(key, in: storage))
      let failure = await #expect(throws: Failure.self) {
        try await session.holding(key) { () throws(Failure) in
          Issue.record("it is made")
          return Self.entry("a", in: clock.world)
        }
      }
      #expect(failure?.status == .badConfiguration)
      #expect(failure?.diagnostics.first?.message == message)
      #expect(failure?.diagnostics.first?.hint == hint)
      _ = try await session.holding(other) { () throws(Failure) in
        Self.entry("b", in: clock.world)
      }
      let (records, problem) = try session.contents()
      #expect(records.map(\.spec) == ["/other"])
      #expect(problem?.diagnostics.first?.message == message)
      #expect(storage.texts[try Self.name(key, in: storage)] == text && storage.held.isEmpty)
    }
  }

  @Test("Entries can be removed, and expired ones are removed when another is stored")
  func clearing() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    for spec in ["/a", "/b", "/c"] {
      clock.pass(.seconds(1))
      try session.keep(spec, in: clock.world)
    }
    let records = try session.contents().records
    try session.remove(records[1])
    try session.remove(records[1])
    #expect(try specs(session) == ["/a", "/c"])
    clock.pass(.seconds(40 * 86_400))
    // Its call is being made.
    let held = try storage.lock(Self.name(try Self.key("/c"), in: storage))
    try session.keep("/d", in: clock.world)
    #expect(try specs(session) == ["/c", "/d"])
    held?.release()
    try session.keep("/d", in: clock.world)
    #expect(try specs(session) == ["/d"] && storage.held.isEmpty)
  }

  func specs(_ session: Session) throws -> [String] {
    try session.contents().records.map(\.spec)
  }
}

extension Session {
  /// Stores a token of a call.
  func keep(_ spec: String, _ text: String? = nil, in world: World) throws {
    let key = try #require(
      SessionKey(spec: spec, inputs: [], profile: nil, origin: "https://a.example"))
    try keep(
      SessionEntry([SessionOutput("token", .text(text ?? spec))], taken: world.now()), for: key)
  }
}
