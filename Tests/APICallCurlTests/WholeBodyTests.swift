import APICallContracts
import APICallCurl
import APICallHTTP
import APICallSafety
import TestServers
import Testing

@Suite("A body is whole or an error", .timeLimit(.minutes(15)))
struct WholeBodyTests {
  enum Framing: String, Sendable, CaseIterable {
    case length, chunks, connection

    /// Returns a response with a body, which the server may send only in part.
    func response(_ body: [UInt8], _ coding: String?) -> [UInt8] {
      let field = coding.map { "Content-Encoding: \($0)\r\n" } ?? ""
      let head = Array("HTTP/1.1 200 OK\r\n\(field)".utf8)
      switch self {
      case .length: return head + Array("Content-Length: \(body.count)\r\n\r\n".utf8) + body
      case .chunks:
        var response = head + Array("Transfer-Encoding: chunked\r\n\r\n".utf8)
        for start in stride(from: 0, to: body.count, by: 7) {
          let chunk = body[start..<min(start + 7, body.count)]
          response += Array("\(String(chunk.count, radix: 16))\r\n".utf8) + chunk + [13, 10]
        }
        return response + Array("0\r\n\r\n".utf8)
      case .connection: return head + [13, 10] + body
      }
    }
  }

  /// The kind of the failure of an exchange, and the body as far as it was received.
  private func result(
    of response: [UInt8], accepting codings: String = "gzip, deflate, br, zstd"
  ) throws -> (kind: ConnectionFailure.Kind?, reason: String?, body: String) {
    let server = try ScriptedServer(.read, .write(response))
    defer { server.stop() }
    let recorder = Recorder()
    let request = request(port: server.port, headers: [("Accept-Encoding", codings)])
    guard let error = exchange(request, recorder).error else { return (nil, nil, recorder.text) }
    guard case .transport(let failure) = error else { throw error }
    return (failure.kind, failure.reason, recorder.text)
  }

  @Test(
    "A coded body reaches its end, in each framing",
    arguments: CodedText.all, Framing.allCases)
  func coded(example: CodedText, framing: Framing) throws {
    func result(of body: [UInt8]) throws -> (ConnectionFailure.Kind?, String?, String) {
      try self.result(of: framing.response(body, example.coding))
    }
    let bytes = example.bytes
    #expect(try result(of: bytes) == (nil, nil, CodedText.text))
    let name = example.coding.split(separator: ", ").last.map { String($0) } ?? ""
    let reason = "the body ends in the middle of its \(name) data"
    for count in [1, bytes.count / 2 + 1, bytes.count - 1] {
      let cut = try result(of: Array(bytes.prefix(count)))
      #expect(cut.0 == .truncated && cut.1 == reason, "\(count) bytes")
      #expect(CodedText.text.hasPrefix(cut.2))
    }
    let surplus = try result(of: bytes + [0])
    // The name of a part of Zstandard data has four bytes.
    let isUndecided = name == "zstd"
    #expect(surplus.0 == .protocolViolation || isUndecided && surplus.0 == .truncated)
    let empty = try result(of: [])
    #expect(empty.2 == "")
    #expect(empty.0 == (framing == .connection ? .truncated : nil))
  }

  @Test("A coded body whose framing is cut is cut, whatever its coding", arguments: CodedText.all)
  func framed(example: CodedText) throws {
    for framing in [Framing.length, .chunks] {
      let response = framing.response(example.bytes, example.coding)
      // The chunk of no bytes ends the body, also without the empty line after it (RFC 9112, section 8).
      for missing in framing == .length ? [1, 3, 6] : [3, 6] {
        let result = try result(of: response.dropLast(missing))
        #expect(result.kind == .truncated, "\(framing) without \(missing) bytes")
      }
    }
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var fields: [String]
    var body = "abc"
    var reason: String?
    var kind = ConnectionFailure.Kind.protocolViolation
  }

  @Test(
    "Framing that is doubtful is an error",
    arguments: [
      Case(testDescription: "the end of the connection", fields: []),
      Case(testDescription: "one length twice", fields: ["Content-Length: 3, 3"]),
      Case(
        testDescription: "two lengths", fields: ["Content-Length: 3", "Content-Length: 2"],
        reason: "the response has two lengths, '3' and '2'"),
      Case(
        testDescription: "a length beside chunks, which count",
        fields: ["Content-Length: 3", "Transfer-Encoding: chunked"], body: "3\r\nabc\r\n",
        reason: "transfer closed with outstanding read data remaining", kind: .truncated),
      Case(
        testDescription: "a transfer coding that was not requested",
        fields: ["Transfer-Encoding: gzip, chunked"], body: "0\r\n\r\n",
        reason: "the response has the transfer coding 'gzip', which the request did not accept"),
      Case(
        testDescription: "a body in chunks of chunks",
        fields: ["Transfer-Encoding: chunked, chunked"], body: "0\r\n\r\n",
        reason: "the response has the transfer coding 'chunked' twice"),
      Case(
        testDescription: "an unknown transfer coding", fields: ["Transfer-Encoding: rot13"],
        reason: "the response has the transfer coding 'rot13', which the request did not accept"),
      Case(testDescription: "the coding that is none", fields: ["Transfer-Encoding: identity"]),
    ])
  func framing(example: Case) throws {
    let head = (["HTTP/1.1 200 OK"] + example.fields + ["", ""]).joined(separator: "\r\n")
    let result = try result(of: Array((head + example.body).utf8))
    #expect(result.reason == example.reason)
    #expect(result.kind == (example.reason == nil ? nil : example.kind))
  }

  @Test("Names that do not mean a coding are ignored, and stay in the head")
  func misnomers() throws {
    let gzip = try #require(CodedText.all.first)
    for (coding, body, text) in [
      ("UTF-8", Array("abc".utf8), "abc"), ("us-ascii, identity", Array("abc".utf8), "abc"),
      ("GZIP, ,aws-chunked", gzip.bytes, CodedText.text),
    ] {
      let server = try ScriptedServer(.read, .write(Framing.length.response(body, coding)))
      defer { server.stop() }
      let recorder = Recorder()
      let request = request(port: server.port, headers: [("Accept-Encoding", "gzip")])
      #expect(exchange(request, recorder).error == nil && recorder.text == text)
      #expect(recorder.head?.header("Content-Encoding") == coding)
    }
  }

  @Test("Only the end of TLS ends a body that has no length", .enabled(if: TLSServer.isThere))
  func closedWithoutNotice() throws {
    for (fields, isTold) in [("", true), ("", false), ("Content-Length: 3\r\n", false)] {
      let server = try TLSServer(
        answering: "HTTP/1.1 200 OK\r\n\(fields)\r\nabc", endsTLS: isTold)
      defer { server.stop() }
      let request = request(port: server.port, scheme: .https)
      let outcome = exchange(request, trust: TrustStore(file: server.certificate))
      let failure = ExchangeError.transport(
        ConnectionFailure(
          .truncated, origin: request.url.origin,
          reason: "the connection was closed without the end of TLS, and the body has no length"))
      #expect(outcome.error == (fields.isEmpty && !isTold ? failure : nil))
    }
  }

  struct Frames: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var coding: String?
    var frames: [[UInt8]]
    var kind: ConnectionFailure.Kind?
  }

  /// A frame of HTTP/2 (RFC 9113, section 4.1).
  private static func frame(_ type: UInt8, _ flags: UInt8, _ body: [UInt8], stream: UInt8 = 1)
    -> [UInt8]
  {
    [0, 0, UInt8(body.count), type, flags, 0, 0, 0, stream] + body
  }

  /// The frame of a head: `:status: 200`, and Content-Encoding, whose name has the number 26.
  private static func head(_ coding: String? = nil) -> [UInt8] {
    let name = Array((coding ?? "").utf8)
    let field: [UInt8] = name.isEmpty ? [] : [0x0f, 11, UInt8(name.count)] + name
    return frame(1, 4, [0x88] + field)
  }

  private static let gzip = CodedText.all[0].bytes

  @Test(
    "A stream of HTTP/2 that does not end is cut",
    arguments: [
      Frames(testDescription: "the end", frames: [head(), frame(0, 1, [97])]),
      Frames(testDescription: "no end", frames: [head(), frame(0, 0, [97])], kind: .truncated),
      Frames(
        testDescription: "RST_STREAM",
        frames: [head(), frame(0, 0, [97]), frame(3, 0, [0, 0, 0, 2])],
        kind: .truncated),
      Frames(
        testDescription: "RST_STREAM without an error",
        frames: [head(), frame(0, 0, [97]), frame(3, 0, [0, 0, 0, 0])], kind: .truncated),
      Frames(
        testDescription: "GOAWAY, and no end",
        frames: [head(), frame(0, 0, [97]), frame(7, 0, [0, 0, 0, 1, 0, 0, 0, 0], stream: 0)],
        kind: .truncated),
      Frames(
        testDescription: "the end of coded data", frames: [head("gzip"), frame(0, 1, gzip)]),
      Frames(
        testDescription: "coded data without an end",
        frames: [head("gzip"), frame(0, 1, gzip.dropLast())], kind: .truncated),
    ])
  func http2(example: Frames) throws {
    let settings = Self.frame(4, 0, [], stream: 0) + Self.frame(4, 1, [], stream: 0)
    let server = try ScriptedServer { _, connection in
      connection.send(settings + example.frames.flatMap { $0 }, isLast: true)
      _ = connection.receiveAll()
    }
    defer { server.stop() }
    var settingsOfConnection = CurlConnection()
    settingsOfConnection.httpVersion = .http2PriorKnowledge
    let request = request(port: server.port, headers: [("Accept-Encoding", "gzip")])
    let outcome = exchange(request, connection: settingsOfConnection)
    if let kind = example.kind {
      guard case .transport(let failure) = outcome.error else {
        Issue.record("\(String(describing: outcome.error))")
        return
      }
      #expect(failure.kind == kind)
    } else {
      #expect(outcome.error == nil)
    }
  }

  @Test("An end that the receiver chose is no cut")
  func chosen() throws {
    let gzip = Array(Self.gzip.dropLast())
    let server = try ScriptedServer(.read, .write(Framing.connection.response(gzip, "gzip")))
    defer { server.stop() }
    let request = request(port: server.port, headers: [("Accept-Encoding", "gzip")])
    #expect(exchange(request, Recorder(onBody: { .stop })).error == nil)
    #expect(exchange(request, Recorder(onHead: { .stop })).error == nil)
  }
}
