import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText
import Glibc
import TestServers
import Testing

@Suite("Measurements of an exchange", .timeLimit(.minutes(15)))
struct MeasurementTests {
  @Test("The times are in order, and steps that did not happen have none")
  func times() throws {
    let hasBegun = Flag()
    let server = try ScriptedServer { _, connection in
      usleep(50_000)
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhe".utf8)
      hasBegun.waits()
      usleep(50_000)
      connection.send("llo".utf8)
    }
    defer { server.stop() }
    let recorder = Recorder(onBody: {
      hasBegun.raise()
      return .more
    })
    exchange(request(port: server.port), recorder)
    let timings = try #require(recorder.timings)
    let connect = try #require(timings.connect)
    let firstByte = try #require(timings.firstByte)
    let total = try #require(timings.total)
    #expect(timings.nameLookup.map { $0 <= connect } ?? true)
    #expect(timings.tls == nil)
    #expect(firstByte >= .milliseconds(50) && firstByte >= connect)
    #expect(total >= firstByte + .milliseconds(50))
  }

  @Test("The first byte is the response's, not the request's")
  func firstByteOfUpload() throws {
    let server = try ScriptedServer(
      .read, .pause(.milliseconds(60)), .write("HTTP/1.1 204 No Content\r\n\r\n"))
    defer { server.stop() }
    let recorder = Recorder()
    let body = RequestBody.bytes(ProtectedText(bytes: [UInt8](repeating: 97, count: 10_000)))
    exchange(
      request("POST", port: server.port, headers: [("Content-Length", "10000")], body: body),
      recorder)
    #expect(try #require(recorder.timings?.firstByte) >= .milliseconds(60))
    #expect(recorder.progress.last == ExchangeProgress(sent: 10_000, toSend: 10_000))
  }

  @Test("The known times are reported, however the exchange ends")
  func failures() throws {
    let silent = try ScriptedServer(.read, .silence)
    defer { silent.stop() }
    let late = Recorder()
    let limits = TimeLimits(connect: patience, idle: patience, total: .seconds(1))
    let outcome = exchange(request(port: silent.port, limits: limits), late)
    #expect(outcome.error == .timedOut(.total(after: .seconds(1))))
    #expect(try #require(late.timings?.total) >= .milliseconds(950))
    #expect(late.timings?.connect != nil && late.timings?.firstByte == nil)

    let refused = Recorder()
    exchange(request(port: 1), refused)
    #expect(refused.timings != nil && refused.timings?.connect == nil)
    #expect(refused.peers.isEmpty)
    #expect(refused.progress == [ExchangeProgress()])
  }

  @Test("Progress is reported at most ten times a second, and at the end")
  func progress() throws {
    // The body arrives as long as that takes.
    let length = 60_000
    let hasReports = Flag()
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n".utf8)
      var sent = 0
      while !hasReports.isRaised, sent < length, connection.send("a".utf8) {
        sent += 1
        usleep(10_000)
      }
      connection.send(repeatElement(UInt8(ascii: "a"), count: length - sent))
    }
    defer { server.stop() }
    var reports = 0
    let recorder = Recorder(onProgress: { _ in
      reports += 1
      if reports == 4 { hasReports.raise() }
    })
    let outcome = exchange(request(port: server.port), recorder)
    #expect(outcome.error == nil)
    let amounts = recorder.progress.map(\.received)
    #expect(amounts == amounts.sorted() && amounts.last == Int64(length))
    #expect(amounts.count >= 4)
    #expect(Double(amounts.count) <= outcome.time / .milliseconds(100) + 2)
    #expect(recorder.progress.allSatisfy { $0.toReceive == Int64(length) || $0.received == 0 })
  }

  @Test("A standstill is reported too")
  func standstill() throws {
    let isReported = Flag()
    let server = try ScriptedServer { _, connection in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na".utf8)
      isReported.waits()
      connection.send("b".utf8)
    }
    defer { server.stop() }
    var reports = 0
    let recorder = Recorder(onProgress: { progress in
      if progress.received == 1 { reports += 1 }
      if reports == 2 { isReported.raise() }
    })
    #expect(exchange(request(port: server.port), recorder).error == nil)
    #expect(reports >= 2)
  }

  @Test("Progress is reported only on request")
  func unwatched() throws {
    let server = try ScriptedServer(.read, .write("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"))
    defer { server.stop() }
    let recorder = Recorder(wantsProgress: false)
    exchange(request(port: server.port), recorder)
    #expect(recorder.progress.isEmpty && recorder.peers.isEmpty)
    #expect(recorder.timings?.total != nil)
  }

  @Test("The peer and interim responses are reported in order")
  func peersAndInterims() throws {
    let server = try ScriptedServer(
      .read,
      .write(
        "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na"))
    defer { server.stop() }
    let recorder = Recorder()
    exchange(request(port: server.port), recorder)
    #expect(recorder.peers == [Peer(address: "127.0.0.1", port: server.port)])
    #expect(
      recorder.interims == [
        ResponseHead(status: 100, reason: "Continue"),
        ResponseHead(status: 103, reason: "Early Hints", headers: [.init("Link", "</a>")]),
      ])
    #expect(recorder.head?.status == 200)
  }
}
