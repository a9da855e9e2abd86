import APICallBase
import Synchronization
import Testing

@testable import APICallScripts

@Suite("Sessions")
struct SessionTests {
  /// A world whose time can be moved, and in which every wait is noted and takes no time.
  private final class Clock: Sendable {
    let now = Mutex(Timestamp(seconds: 1_769_860_800))
    let waits = Mutex<[Duration]>([])
    /// How many waits there may be before the one who waits is to give up.
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
  private final class Counts: Sendable {
    let made = Mutex([0, 0])
  }

  private static func key(_ spec: String = "/p/login.yaml") throws -> SessionKey {
    try #require(
      SessionKey(spec: spec, inputs: [], profile: nil, origin: "https://a.example"))
  }

  private static func entry(_ token: String, in world: World) -> SessionEntry {
    SessionEntry([SessionOutput("token", .text(token), isSecret: true)], taken: world.now())
  }

  private func token(_ entry: SessionEntry?) -> String? {
    entry?.output(named: "token")?.value.plainText
  }

  @Test("what is forgotten is gone, unless somebody stored something else meanwhile")
  func forgotten() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    let (key, other) = (try Self.key(), try Self.key("/p/other.yaml"))
    let first = Self.entry("first", in: clock.world)
    try await session.forget(first, for: key)
    #expect(storage.text.isEmpty)
    for key in [key, other] {
      _ = try await session.holding(key) { () throws(Failure) in first }
    }
    try await session.forget(first, for: key)
    #expect(try session.entry(for: key) == nil)
    #expect(token(try session.entry(for: other)) == "first")
    // What locks go by outlives the last entry.
    let salt = try session.book()?.salt
    try await session.forget(first, for: other)
    #expect(try session.book()?.records.isEmpty == true && session.book()?.salt == salt)
    let second = Self.entry("second", in: clock.world)
    _ = try await session.holding(key) { () throws(Failure) in second }
    try await session.forget(first, for: key)
    #expect(token(try session.entry(for: key)) == "second" && storage.held.isEmpty)
  }

  @Test("a call is made once, and its outputs are found from then on")
  func once() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    let key = try Self.key()
    #expect(try session.entry(for: key) == nil)
    #expect(storage.text.isEmpty)
    let made = try await session.holding(key) { () throws(Failure) in
      Self.entry("first", in: clock.world)
    }
    #expect(token(made) == "first")
    let found = try await session.holding(key) { () throws(Failure) in
      Issue.record("it is made again")
      return Self.entry("second", in: clock.world)
    }
    #expect(token(found) == "first" && storage.held.isEmpty)
    #expect(token(try session.entry(for: key)) == "first")
    #expect(token(try Session(storage, in: clock.world).entry(for: key)) == "first")
    #expect(clock.waits.withLock { $0.isEmpty })
  }

  @Test("what is too old, expired, or lacks an output is made anew")
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
          after: limit.map { now.advanced(by: .zero - $0) }, names: names, isLasting: isLasting)
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
    // It has to be known when they expire.
    #expect(
      try await make(freshFor: nil, lasting: .seconds(10), isLasting: true) == "5")
    #expect(try await make(freshFor: nil, isLasting: true) == "5")
    // A clock that was wrong.
    clock.pass(.seconds(-1))
    #expect(try await make(freshFor: nil) == "6")
  }

  @Test("of many that need the same call at once, one makes it; others make theirs meanwhile")
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

  @Test("a call that fails leaves nothing, and the next one makes it")
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
    #expect(try session.entry(for: key) == nil)
    storage.refuse(with: .unwritable("/state/kept.json", .other("no space left on device")))
    let refused = await #expect(throws: Failure.self) {
      try await session.holding(key) { () throws(Failure) in Self.entry("a", in: clock.world) }
    }
    #expect(refused?.status == .cannotCreate)
    #expect(
      refused?.diagnostics.first?.message
        == "cannot write '/state/kept.json': no space left on device")
    #expect(storage.held.isEmpty)
  }

  @Test("what another one makes is waited for so long, with pauses that grow")
  func limit() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    let key = try Self.key()
    _ = try await session.holding(key) { () throws(Failure) in Self.entry("a", in: clock.world) }
    clock.pass(.seconds(60))
    let now = clock.world.now()
    let salt = try #require(try session.book()).salt
    let number = try key.lockNumber(with: salt, by: clock.world.digests)
    let other = try #require(try storage.lock(number))
    let failure = await #expect(throws: Failure.self) {
      try await session.holding(key, SessionFreshness(after: now)) { () throws(Failure) in
        Issue.record("it is made")
        return Self.entry("b", in: clock.world)
      }
    }
    #expect(failure?.status == .timeout)
    let diagnostic = try #require(failure?.diagnostics.first)
    #expect(
      diagnostic.message == "waited 60 s for another program that makes the call '/p/login.yaml'"
        + " for the same session")
    #expect(
      diagnostic.hint
        == "it ends with that program; '--no-session' makes the call without waiting")
    let waits = clock.waits.withLock { $0 }
    #expect(waits.first == .milliseconds(10) && waits.last == .milliseconds(100))
    #expect(waits == waits.sorted())
    #expect((.seconds(60)..<(.milliseconds(60_100))).contains(waits.reduce(.zero, +)))
    other.release()
    let entry = try await session.holding(key, SessionFreshness(after: now)) { () throws(Failure) in
      Self.entry("c", in: clock.world)
    }
    #expect(token(entry) == "c")
  }

  @Test("who waits hears signals")
  func interrupted() async throws {
    let (clock, storage) = (Clock(patience: 3), try MemorySession())
    let session = Session(storage, in: clock.world)
    let file = try #require(try storage.lock(SessionLockNumber.file))
    let failure = await #expect(throws: Failure.self) {
      try await session.holding(try Self.key()) { () throws(Failure) in
        Self.entry("a", in: clock.world)
      }
    }
    #expect(failure?.status == .interrupted && failure?.diagnostics.isEmpty == true)
    #expect(clock.waits.withLock { $0.count } == 4)
    #expect(storage.held == [SessionLockNumber.file])
    file.release()
  }

  @Test("a file that stays locked is told")
  func busy() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let file = try #require(try storage.lock(SessionLockNumber.file))
    let failure = await #expect(throws: Failure.self) {
      try await Session(storage, in: clock.world).holding(try Self.key()) {
        () throws(Failure) in Self.entry("a", in: clock.world)
      }
    }
    #expect(failure?.status == .timeout)
    #expect(
      failure?.diagnostics.first?.message
        == "waited 10 s for '/state/kept.json', which another program keeps locked")
    file.release()
  }

  @Test("what others store or remove while a call is made is kept, and so is the call")
  func meanwhile() async throws {
    let (clock, storage) = (Clock(), try MemorySession(project: "/p"))
    let session = Session(storage, in: clock.world)
    let (first, second) = (try Self.key("/a"), try Self.key("/b"))
    _ = try await session.holding(first) { () throws(Failure) in
      _ = try await session.holding(second) { () throws(Failure) in
        Self.entry("b", in: clock.world)
      }
      return Self.entry("a", in: clock.world)
    }
    #expect(try session.book()?.records.map(\.spec) == ["/b", "/a"])
    #expect(try session.book()?.project == "/p")
    // The file goes, and its salt with it.
    let third = try Self.key("/c")
    _ = try await session.holding(third) { () throws(Failure) in
      _ = try await session.clear()
      return Self.entry("c", in: clock.world)
    }
    #expect(token(try session.entry(for: third)) == "c")
    #expect(try session.book()?.records.map(\.spec) == ["/c"])
  }

  @Test("a file that cannot be read stops every call, and is removed")
  func broken() async throws {
    let cases = [
      (
        "{", "'/state/kept.json' cannot be read as a session: it is not JSON",
        "'apicall session clear --session kept' removes it; its calls are then made anew"
      ),
      (
        #"{"version":7}"#,
        "'/state/kept.json' is a session of version 7, which this apicall does not know",
        "a newer apicall wrote it; 'apicall session clear --session kept' removes it"
      ),
    ]
    for (text, message, hint) in cases {
      let (clock, storage) = (Clock(), try MemorySession(text))
      let session = Session(storage, in: clock.world)
      let failure = await #expect(throws: Failure.self) {
        try await session.holding(try Self.key()) { () throws(Failure) in
          Issue.record("it is made")
          return Self.entry("a", in: clock.world)
        }
      }
      #expect(failure?.status == .badConfiguration)
      #expect(failure?.diagnostics.first?.message == message)
      #expect(failure?.diagnostics.first?.hint == hint)
      await #expect(throws: Failure.self) { try await session.clear { _ in true } }
      #expect(storage.text == text)
      guard case .unread = try await session.clear() else {
        Issue.record("it was read")
        return
      }
      #expect(storage.text.isEmpty && storage.held.isEmpty)
    }
  }

  @Test("some entries are removed, or all, and the file with the last")
  func clearing() async throws {
    let (clock, storage) = (Clock(), try MemorySession())
    let session = Session(storage, in: clock.world)
    #expect(try await session.clear { _ in true }.isEmpty)
    guard case .nothing = try await session.clear() else {
      Issue.record("there was something")
      return
    }
    for spec in ["/a", "/b", "/c"] {
      _ = try await session.holding(try Self.key(spec)) { () throws(Failure) in
        Self.entry(spec, in: clock.world)
      }
    }
    #expect(try await session.clear { $0.spec == "/b" }.map(\.spec) == ["/b"])
    #expect(try await session.clear { $0.spec == "/b" }.isEmpty)
    #expect(try session.book()?.records.map(\.spec) == ["/a", "/c"])
    // What is old goes when another is stored.
    clock.pass(.seconds(40 * 86_400))
    _ = try await session.holding(try Self.key("/d"), SessionFreshness(after: clock.world.now())) {
      () throws(Failure) in Self.entry("d", in: clock.world)
    }
    #expect(try session.book()?.records.map(\.spec) == ["/d"])
    #expect(try await session.clear { _ in true }.map(\.spec) == ["/d"])
    #expect(!storage.isThere && storage.held.isEmpty)
  }
}
