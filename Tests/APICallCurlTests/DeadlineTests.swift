import TestServers
import APICallBase
import APICallCurl
import APICallHTTP
import Glibc
import Synchronization
import Testing

@Suite("Time limits of an exchange", .timeLimit(.minutes(15)))
struct DeadlineTests {
  static let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
  static let dots = [UInt8](repeating: 0x2e, count: 1000)

  @Test("Silence ends at the idle limit")
  func idle() throws {
    let server = try ScriptedServer(.read, .write(Self.head + "abc"), .pause(.seconds(1)))
    defer { server.stop() }
    let limits = TimeLimits(connect: .seconds(3), idle: .milliseconds(150), total: .seconds(3))
    let recorder = Recorder()
    let outcome = exchange(request(port: server.port, limits: limits), recorder)
    #expect(outcome.error == .timedOut(.idle(after: .milliseconds(150))))
    #expect(recorder.text == "abc")
    #expect(outcome.time >= .milliseconds(150) && outcome.time < .seconds(20))
  }

  @Test("Silence that belongs to the response has no limit")
  func allowedSilence() throws {
    let server = try ScriptedServer(
      .read, .write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"),
      .pause(.milliseconds(400)), .write("def"))
    defer { server.stop() }
    let limits = TimeLimits(connect: .seconds(3), idle: .milliseconds(150), total: .seconds(3))
    let recorder = Recorder()
    recorder.allowsSilence = true
    let outcome = exchange(request(port: server.port, limits: limits), recorder)
    #expect(outcome.error == nil)
    #expect(recorder.text == "abcdef")
  }

  @Test("A trickle avoids the idle limit, but not the total limit")
  func total() throws {
    let server = try ScriptedServer(
      .read, .write(Self.head), .trickle(Self.dots, every: .milliseconds(10)))
    defer { server.stop() }
    let limits = TimeLimits(
      connect: .seconds(3), idle: .milliseconds(120), total: .milliseconds(300))
    let recorder = Recorder()
    let outcome = exchange(request(port: server.port, limits: limits), recorder)
    #expect(outcome.error == .timedOut(.total(after: .milliseconds(300))))
    #expect(recorder.body.count > 5)
    #expect(outcome.time >= .milliseconds(300) && outcome.time < .seconds(20))
  }

  @Test("A handshake that does not end counts as connecting")
  func connect() throws {
    let server = try ScriptedServer(.pause(.seconds(1)))
    defer { server.stop() }
    let limits = TimeLimits(connect: .milliseconds(150), idle: .milliseconds(50))
    let outcome = exchange(request(port: server.port, scheme: .https, limits: limits))
    #expect(outcome.error == .timedOut(.connecting(after: .milliseconds(150))))
    #expect(outcome.time >= .milliseconds(150) && outcome.time < .seconds(20))
  }

  @Test("The total limit applies even if the body keeps its receiver busy")
  func busyReceiver() throws {
    let server = try ScriptedServer(
      .read, .write(Self.head), .trickle(Self.dots, every: .milliseconds(1)))
    defer { server.stop() }
    let limits = TimeLimits(total: .milliseconds(200))
    let recorder = Recorder(onBody: {
      let end = ContinuousClock.now + .milliseconds(20)
      while ContinuousClock.now < end {}
      return .more
    })
    let outcome = exchange(request(port: server.port, limits: limits), recorder)
    #expect(outcome.error == .timedOut(.total(after: .milliseconds(200))))
  }

  @Test("Time that the receiver waits does not count")
  func slowReceiver() throws {
    let server = try ScriptedServer(
      .read, .write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"), .pause(.milliseconds(20)),
      .write("def"))
    defer { server.stop() }
    let limits = TimeLimits(
      connect: .milliseconds(200), idle: .milliseconds(200), total: .milliseconds(200))
    let recorder = Recorder(onBody: {
      usleep(300_000)
      return .more
    })
    let outcome = exchange(request(port: server.port, limits: limits), recorder)
    #expect(outcome.error == nil)
    #expect(recorder.text == "abcdef")
    #expect(outcome.time >= .milliseconds(600))
  }

  @Test(
    "A receiver that wants no more ends the exchange without an error", arguments: [true, false])
  func stop(atHead: Bool) throws {
    let server = try ScriptedServer(
      .read, .write(Self.head + "abc"), .pause(.seconds(1)), .write(Self.dots))
    defer { server.stop() }
    let recorder = Recorder(onHead: { atHead ? .stop : .more }, onBody: { .stop })
    let outcome = exchange(request(port: server.port), recorder)
    #expect(outcome.error == nil)
    #expect(recorder.events == (atHead ? [.head(200)] : [.head(200), .body(3)]))
    #expect(outcome.time < .seconds(20))
  }

  @Test("A cancelled task ends its own exchange at once, and no other")
  func cancellation() async throws {
    let silent = try ScriptedServer(.read, .pause(.seconds(60)))
    let server = try ScriptedServer(
      .read, .pause(.milliseconds(800)), .write("HTTP/1.1 204 \r\n\r\n"))
    defer {
      silent.stop()
      server.stop()
    }
    let requester = CurlRequester()
    func begin(at server: ScriptedServer) -> Task<RequestError?, Never> {
      let request = request(port: server.port)
      return Task {
        do throws(RequestError) {
          try await requester.send(request, to: Recorder())
          return nil
        } catch {
          return error
        }
      }
    }
    let (first, second) = (begin(at: silent), begin(at: server))
    while silent.requests.isEmpty || server.requests.isEmpty { await Task.yield() }
    let start = ContinuousClock.now
    first.cancel()
    #expect(await first.value == .cancelled)
    #expect(ContinuousClock.now - start < .seconds(20))
    #expect(await second.value == nil)
  }

  @Test("A task that is already cancelled sends nothing")
  func cancelledBefore() async throws {
    let server = try ScriptedServer(.read)
    defer { server.stop() }
    let request = request(port: server.port)
    let task = Task<RequestError?, Never> {
      while !Task.isCancelled { await Task.yield() }
      do throws(RequestError) {
        try await CurlRequester().send(request, to: Recorder())
        return nil
      } catch {
        return error
      }
    }
    task.cancel()
    #expect(await task.value == .cancelled)
    #expect(server.connections == 0)
  }
}
