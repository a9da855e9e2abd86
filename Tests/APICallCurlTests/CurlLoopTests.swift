import APICallContracts
import APICallCurl
import APICallHTTP
import Glibc
import Synchronization
import TestServers
import Testing

@Suite("The loop", .timeLimit(.minutes(15)))
struct CurlLoopTests {
  struct FailureMode: Error, Equatable {}

  @Test("Work and its child tasks run on the calling thread")
  func thread() {
    let here = pthread_self()
    let loop = CurlLoop()
    let isHere = loop.run {
      async let child = pthread_self()
      try? await loop.sleep(for: .milliseconds(1))
      return pthread_equal(await child, pthread_self()) != 0 && pthread_self() == here
    }
    #expect(isHere)
  }

  @Test("An error of the work is rethrown, and the loop can run again")
  func throwing() {
    let loop = CurlLoop()
    #expect(throws: FailureMode()) {
      try loop.run { () throws(FailureMode) in throw FailureMode() }
    }
    #expect(loop.run { 42 } == 42)
  }

  @Test("A wait takes as long as requested")
  func sleep() {
    let loop = CurlLoop()
    let start = ContinuousClock.now
    let isDone = loop.run {
      do {
        try await loop.sleep(for: .milliseconds(50))
        return true
      } catch {
        return false
      }
    }
    let time = ContinuousClock.now - start
    #expect(isDone)
    #expect(time >= .milliseconds(50))
  }

  @Test("Work that is resumed from another thread continues")
  func foreign() {
    let loop = CurlLoop()
    let value = loop.run {
      await withCheckedContinuation { continuation in
        onThread {
          usleep(10_000)
          continuation.resume(returning: 7)
        }
      }
    }
    #expect(value == 7)
  }

  @Test("An interruption ends exchanges and waits, until it is withdrawn")
  func interruption() throws {
    let server = try ScriptedServer(.read, .silence)
    defer { server.stop() }
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    let flag = State()
    let loop = CurlLoop(
      interruption: Interruption(descriptor: ends[0]) { flag.isRaised.load(ordering: .relaxed) })
    let requester = CurlSender(loop: loop)
    let request = request(port: server.port)
    let writer = ends[1]
    onThread {
      _ = server.waitForRequest()
      flag.isRaised.store(true, ordering: .relaxed)
      write(writer, "!", 1)
    }
    let results: [String] = loop.run {
      async let wait = Self.isCancelled(loop)
      var results: [String] = []
      for isRaised in [true, true, false] {
        flag.isRaised.store(isRaised && !results.isEmpty, ordering: .relaxed)
        let recorder = Recorder(onHead: { .stop })
        do {
          try await requester.send(
            isRaised ? request : Self.withShortLimit(request), to: recorder)
          results.append("answered")
        } catch {
          results.append("\(error)")
        }
      }
      results.append("\(await wait)")
      return results
    }
    #expect(
      results == [
        "cancelled", "cancelled",
        "\(ExchangeError.timedOut(.idle(after: .milliseconds(50))))", "true",
      ])
  }

  @Test("A loop with its own thread cancels waits at its end, and its thread releases it")
  func end() async throws {
    weak var released: CurlLoop?
    do {
      let loop = CurlLoop.withOwnThread()
      released = loop
      let wait = Task { await loop.carry { await Self.isCancelled(loop) } }
      // Something has run on the loop, so its thread has started.
      #expect(await loop.carry { true })
      loop.end()
      #expect(await wait.value)
      // Later work still runs, on a thread that ends again.
      #expect(await loop.carry { await Self.isCancelled(loop) })
    }
    #expect(await waits { released == nil })
  }

  private static func isCancelled(_ loop: CurlLoop) async -> Bool {
    do {
      try await loop.sleep(for: patience)
      return false
    } catch {
      return true
    }
  }

  private static func withShortLimit(_ request: OutgoingRequest) -> OutgoingRequest {
    var request = request
    request.limits.idle = .milliseconds(50)
    return request
  }

  private final class State: Sendable {
    let isRaised = Atomic(false)
  }
}
