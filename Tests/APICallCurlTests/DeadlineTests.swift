import APICallContracts
import APICallCurl
import APICallHTTP
import APICallSafety
import Glibc
import Synchronization
import TestServers
import Testing

@Suite("Time limits of an exchange", .timeLimit(.minutes(15)))
struct DeadlineTests {
  static let head = "HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n"
  /// A limit within which every machine sends the head of a response, or the next byte.
  static let short = Duration.seconds(2)

  /// A server whose body never ends, a dot at a time.
  private static func trickling() throws -> ScriptedServer {
    try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\n\r\n".utf8)
      while connection.send(".".utf8) { usleep(1000) }
    }
  }

  @Test("Silence ends at the idle limit")
  func idle() throws {
    let server = try ScriptedServer(.read, .write(Self.head + "abc"), .silence)
    defer { server.stop() }
    let limits = TimeLimits(connect: patience, idle: Self.short, total: patience)
    let recorder = Recorder()
    let outcome = exchange(request(port: server.port, limits: limits), recorder)
    #expect(outcome.error == .timedOut(.idle(after: Self.short)))
    #expect(recorder.text == "abc")
    #expect(outcome.time >= Self.short)
  }

  @Test("Silence that belongs to the response has no limit")
  func allowedSilence() throws {
    let server = try ScriptedServer(
      .read, .write("HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nabc"),
      .pause(Self.short + .milliseconds(400)), .write("def"))
    defer { server.stop() }
    let limits = TimeLimits(connect: patience, idle: Self.short, total: patience)
    let recorder = Recorder()
    recorder.silence = .allowed
    let outcome = exchange(request(port: server.port, limits: limits), recorder)
    #expect(outcome.error == nil)
    #expect(recorder.text == "abcdef")
  }

  @Test("Silence that ends the response ends it well, and sooner than the limit")
  func endingSilence() throws {
    let server = try ScriptedServer(.read, .write("HTTP/1.1 200 OK\r\n\r\nabc\n"), .silence)
    defer { server.stop() }
    let recorder = Recorder()
    recorder.silence = .ending(after: .milliseconds(300))
    let outcome = exchange(
      request(port: server.port, limits: TimeLimits(connect: patience, total: patience)), recorder)
    #expect(outcome.error == nil)
    #expect(recorder.text == "abc\n")
    #expect(outcome.time >= .milliseconds(300))
  }

  @Test("The total limit comes before a longer silence that would end the response")
  func totalBeforeSilence() throws {
    let server = try ScriptedServer(.read, .write(Self.head + "abc\n"), .silence)
    defer { server.stop() }
    let total = Duration.milliseconds(300)
    let recorder = Recorder()
    recorder.silence = .ending(after: patience)
    let outcome = exchange(
      request(port: server.port, limits: TimeLimits(connect: patience, total: total)), recorder)
    #expect(outcome.error == .timedOut(.total(after: total)))
  }

  @Test("A trickle avoids the idle limit, but not the total limit")
  func total() throws {
    let server = try Self.trickling()
    defer { server.stop() }
    let total = Self.short * 2
    let limits = TimeLimits(connect: patience, idle: Self.short, total: total)
    let recorder = Recorder()
    let outcome = exchange(request(port: server.port, limits: limits), recorder)
    #expect(outcome.error == .timedOut(.total(after: total)))
    #expect(recorder.body.count > 5)
    #expect(outcome.time >= total)
  }

  @Test("A handshake that does not end counts as connecting")
  func connect() throws {
    let server = try ScriptedServer(.silence)
    defer { server.stop() }
    let limits = TimeLimits(connect: .milliseconds(150), idle: .milliseconds(50))
    let outcome = exchange(request(port: server.port, scheme: .https, limits: limits))
    #expect(outcome.error == .timedOut(.connecting(after: .milliseconds(150))))
    #expect(outcome.time >= .milliseconds(150))
  }

  @Test("The total limit applies even if the body keeps its receiver busy")
  func busyReceiver() throws {
    let server = try Self.trickling()
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
    let limits = TimeLimits(connect: Self.short, idle: Self.short, total: Self.short)
    let recorder = Recorder(onBody: {
      usleep(2_200_000)
      return .more
    })
    let outcome = exchange(request(port: server.port, limits: limits), recorder)
    #expect(outcome.error == nil)
    #expect(recorder.text == "abcdef")
    #expect(outcome.time >= Self.short * 2)
  }

  @Test(
    "A receiver that wants no more ends the exchange without an error", arguments: [true, false])
  func stop(atHead: Bool) throws {
    let server = try ScriptedServer(.read, .write(Self.head + "abc"), .silence)
    defer { server.stop() }
    let recorder = Recorder(onHead: { atHead ? .stop : .more }, onBody: { .stop })
    let outcome = exchange(request(port: server.port), recorder)
    #expect(outcome.error == nil)
    #expect(recorder.events == (atHead ? [.head(200)] : [.head(200), .body(3)]))
  }

  @Test("A cancelled task ends its own exchange at once, and no other")
  func cancellation() async throws {
    let silent = try ScriptedServer(.read, .silence)
    let isOver = Flag()
    let server = try ScriptedServer { _, connection in
      isOver.waits()
      connection.send("HTTP/1.1 204 \r\n\r\n".utf8)
    }
    defer {
      silent.stop()
      server.stop()
    }
    let requester = CurlSender()
    func begin(at server: ScriptedServer) -> Task<ExchangeError?, Never> {
      let request = request(port: server.port)
      return Task {
        do throws(ExchangeError) {
          try await requester.send(request, to: Recorder())
          return nil
        } catch {
          return error
        }
      }
    }
    let (first, second) = (begin(at: silent), begin(at: server))
    #expect(await waits { !silent.requests.isEmpty && !server.requests.isEmpty })
    first.cancel()
    #expect(await first.value == .cancelled)
    isOver.raise()
    #expect(await second.value == nil)
  }

  @Test("A task that is already cancelled sends nothing")
  func cancelledBefore() async throws {
    let server = try ScriptedServer(.read)
    defer { server.stop() }
    let request = request(port: server.port)
    let task = Task<ExchangeError?, Never> {
      while !Task.isCancelled { await Task.yield() }
      do throws(ExchangeError) {
        try await CurlSender().send(request, to: Recorder())
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
