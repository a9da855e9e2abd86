import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import APICallTesting
import SeededNumbers
import TestWorlds
import Testing
import YAMLTree

@Suite("Round trips of recordings")
struct RecordingRoundTripTests {
  static let spec = """
    host: http://a.example
    headers: {X-A: x}
    expect: {headers: {X-Kept: {exists: true}}}
    """

  static func call(_ request: OutgoingRequest, spec: String = spec) throws -> Call {
    let endpoint = try EndpointReader(registry: Builtins.readingRegistry).read(
      Source(name: "calls/round trip.yaml", text: spec))
    return Call(endpoint: endpoint, scope: Scope(), request: request)
  }

  /// A random exchange.
  private struct Exchange {
    var request: OutgoingRequest
    var head: ResponseHead
    var body: [UInt8]

    init(_ random: inout SeededGenerator) {
      let paths = ["/", "/a", "/a%2Fb", "/caf%C3%A9/1", "/a:b@c;d=e", "/%"]
      let queries = [nil, "", "a=1", "a=1&a=2", "b=%26&c", "x=1+2&y=%2B", "q=<masked", "a==&&b"]
      let url = RequestURL(
        origin: Origin(scheme: .http, host: "a.example"), path: ProtectedText(random.pick(paths)),
        query: random.pick(queries).map { ProtectedText($0) })
      request = OutgoingRequest(method: random.pick(["GET", "POST", "DELETE", "PATCH"]), url: url)
      if random.below(2) == 0 {
        request.headers.append(HeaderField("X-A", ProtectedText(random.pick(["x", "", "a: 'b'"]))))
      }
      let (body, type) = Self.body(&random, types: Self.requestTypes)
      if !body.isEmpty || random.below(4) == 0 {
        request.body = .bytes(ProtectedText(bytes: body))
        if let type { request.headers.append(HeaderField("Content-Type", ProtectedText(type))) }
      }
      let answer = Self.body(&random, types: Self.types)
      self.body = answer.0
      head = ResponseHead(status: random.pick([200, 201, 204, 301, 404, 500, 599]))
      head.reason = StatusCode.phrase(of: head.status)
      head.headers = answer.1.map { [ResponseHead.Field("Content-Type", $0)] } ?? []
      if random.below(3) == 0 {
        for value in ["1", "yes", "- a", "#b"].prefix(random.below(4)) {
          head.headers.append(ResponseHead.Field("X-Kept", value))
        }
        // Not all values are UTF-8, and what a text of one kind looks like may be of the other.
        let contents: [[UInt8]] = [
          [0xC3, 0xBC], [0x61, 0xFC], [0x85, 0xE9], [0xC3, 0xBC, 0xFF],
        ]
        for bytes in contents where random.below(4) == 0 {
          head.headers.append(ResponseHead.Field("X-Kept", FieldText(bytes: bytes)))
        }
      }
    }

    private static let types: [String?] = [
      nil, "application/json", "application/json; charset=utf-8", "text/plain", "text/csv",
      "application/x-ndjson", "text/event-stream", "image/png", "application/problem+json",
      "application/x-www-form-urlencoded", "not a type",
    ]
    private static let requestTypes = types + ["multipart/form-data; boundary=zz"]

    private static func body(
      _ random: inout SeededGenerator, types: [String?]
    ) -> ([UInt8], String?) {
      let type = random.pick(types)
      if type?.hasPrefix("multipart") == true {
        let parts = (0..<1 + random.below(3)).map { number in
          "--zz\r\nContent-Disposition: form-data; name=\"p\(number)\"\r\n\r\n"
            + text(&random) + "\r\n"
        }
        return (Array((parts.joined() + "--zz--\r\n").utf8), type)
      }
      switch random.below(5) {
      case 0: return ([], type)
      case 1: return ((0..<random.below(60)).map { _ in UInt8(random.below(256)) }, type)
      case 2: return (Array(text(&random).utf8), type)
      default: return (Array(json(&random, depth: 0).utf8), type)
      }
    }

    private static func text(_ random: inout SeededGenerator) -> String {
      random.text(
        of: [
          "a", " ", "\n", "\r\n", "\t", "é", "🙂", ":", "#", "- ", "'", "\"", "\\", "{", "data: ",
          "&", "=", "%41", "+", "null", "1e5", "[1,2]", "\u{FEFF}", "\u{85}",
        ], below: 40)
    }

    private static func json(_ random: inout SeededGenerator, depth: Int) -> String {
      let pretty = random.below(3)
      let (comma, colon) = [(",", ":"), (", ", ": "), (",\n", ":  ")][pretty]
      func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
        switch random.below(depth > 3 ? 5 : 8) {
        case 0: return random.pick(["null", "true", "false"])
        case 1: return random.pick(["0", "-0", "1.50", "1e5", "1E+400", "123456789012345678901"])
        case 2: return random.pick(["\"\"", "\"a/b\"", "\"a\\/b\"", "\"\\u00e9\"", "\"\\ud800\""])
        case 3, 4: return random.pick(["\"no\"", "\"a: b\"", "\"x\\ny\"", "\"1\"", "\" \""])
        case 5, 6:
          let items = (0..<random.below(4)).map { _ in value(depth + 1, &random) }
          return "[" + items.joined(separator: comma) + "]"
        default:
          let items = (0..<random.below(4)).map { _ in
            "\"" + random.pick(["a", "b", "a b", "", "null", "1"]) + "\"" + colon
              + value(depth + 1, &random)
          }
          return "{" + items.joined(separator: comma) + "}"
        }
      }
      return value(depth, &random) + random.pick(["", "", "\n", " "])
    }
  }

  @Test("Random exchanges come back byte for byte")
  func random() async throws {
    let seed = TestSeed.picked()
    for number in 0..<CaseCount.picked(30) {
      var random = SeededGenerator(seed: SeededGenerator.seed(ofCase: number, in: seed))
      let exchanges = (0..<12).map { _ in Exchange(&random) }
      let world = World.fixed()
      let recorder = Recorder(RecordedMoment(world.now()))
      for exchange in exchanges {
        let collector = Collector()
        let requester = FixedRequester(head: exchange.head, body: exchange.body)
        let middleware = try recorder.middleware(
          for: Self.call(exchange.request), at: StepPlace(path: []), usingHeaders: false)
        try await middleware.send(
          exchange.request, to: collector, by: NextSender(through: [], to: requester))
        #expect(collector.body == exchange.body)
      }
      let (files, counts) = try recorder.files(knowing: world, for: TestDeclaration())
      #expect(counts.isEmpty)
      var disk = MemoryFiles()
      for file in files { disk.add("rec/\(file.name)", bytes: file.bytes) }
      let recording: Recording
      do throws(Failure) {
        recording = try Recording.read("rec", files: disk)
      } catch {
        Issue.record("seed \(seed), case \(number): \(error.diagnostics.map(\.text))")
        continue
      }
      #expect(recording.count == exchanges.count && recording.moment == recorder.moment)
      let replay = Replay(recording)
      for (index, exchange) in exchanges.enumerated() {
        let collector = Collector()
        let middleware = try replay.middleware(
          for: Self.call(exchange.request), at: StepPlace(path: []), usingHeaders: false)
        do {
          try await middleware.send(
            exchange.request, to: collector,
            by: NextSender(through: [], to: ScriptedRequester(error: .noData)))
        } catch {
          Issue.record("seed \(seed), case \(number), exchange \(index): \(error)")
        }
        #expect(collector.head == exchange.head, "seed \(seed), case \(number), exchange \(index)")
        #expect(collector.body == exchange.body, "seed \(seed), case \(number), exchange \(index)")
      }
      #expect(replay.unused.isEmpty)
    }
  }

  @Test("A mistake of the masks is found before anything is written")
  func plantedFailure() async throws {
    let secret = "s3cr3t-value"
    let world = World.fixed()
    for leak in ["path", "body", "encoded"] {
      let recorder = Recorder(RecordedMoment(world.now()), masksValues: false)
      var request = OutgoingRequest(
        method: "GET", url: RequestURL(origin: Origin(scheme: .http, host: "a.example"), path: "/"))
      request.headers = [HeaderField("Authorization", ProtectedText("Bearer \(secret)"))]
      if leak == "path" { request.url.path.append(ProtectedText(secret, isSecret: true)) }
      let bodies = ["path": "", "body": "it is \(secret)", "encoded": "%73" + secret.dropFirst()]
      let middleware = try recorder.middleware(
        for: Self.call(request), at: StepPlace(path: []), usingHeaders: false)
      try await middleware.send(
        request, to: Collector(),
        by: NextSender(
          through: [],
          to: FixedRequester(
            head: ResponseHead(status: 200), body: Array((bodies[leak] ?? "").utf8))))
      let failure = #expect(throws: Failure.self) {
        try recorder.files(knowing: world, for: TestDeclaration())
      }
      #expect(failure?.status == .bug)
      #expect(failure?.diagnostics.map(\.text).joined().contains(secret) == false)
    }
  }

  @Test("Secrets in equal places have equal numbers, and other texts have others")
  func numbers() async throws {
    let world = World.fixed()
    let recorder = Recorder(RecordedMoment(world.now()))
    let spec = "host: http://a.example\noutputs: {t: {from: $.t, secret: true}}\n"
    for token in ["first-token-1", "second-token-2", "first-token-1"] {
      let request = OutgoingRequest(
        method: "GET", url: RequestURL(origin: Origin(scheme: .http, host: "a.example"), path: "/"))
      let middleware = try recorder.middleware(
        for: Self.call(request, spec: spec), at: StepPlace(path: ["login"], iteration: 2),
        usingHeaders: false)
      try await middleware.send(
        request, to: Collector(),
        by: NextSender(
          through: [],
          to: FixedRequester(
            head: ResponseHead(
              status: 200, headers: [ResponseHead.Field("Content-Type", "application/json")]),
            body: Array("{\"t\":\"\(token)\"}".utf8))))
    }
    let (files, counts) = try recorder.files(knowing: world, for: TestDeclaration())
    #expect(
      files.map(\.name) == [
        "recording.yaml", "1-login-2-.json", "2-login-2-.json", "3-login-2-.json",
      ])
    let bodies = files.dropFirst().map { String(decoding: $0.bytes, as: UTF8.self) }
    #expect(bodies[0] == "{\n  \"t\": \"masked-1\"\n}\n" && bodies[2] == bodies[0])
    #expect(bodies[1] == "{\n  \"t\": \"masked-2\"\n}\n")
    #expect(counts == "3 by value")
    #expect(String(decoding: files[0].bytes, as: UTF8.self).contains("step: login[2]"))
  }
}

/// Keeps a response.
final class Collector: ExchangeReceiver {
  var head: ResponseHead?
  var body: [UInt8] = []

  func receive(_ head: ResponseHead) -> Demand {
    self.head = head
    return .more
  }

  func receive(_ bytes: Span<UInt8>) -> Demand {
    bytes.withUnsafeBufferPointer { body.append(contentsOf: $0) }
    return .more
  }
}

/// Responds with any bytes, in two pieces.
struct FixedRequester: RequestSender {
  var head: ResponseHead
  var body: [UInt8]

  func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
    async throws(ExchangeError)
  {
    guard receiver.receive(head) == .more else { return }
    let half = body.count / 2
    for piece in [Array(body[..<half]), Array(body[half...])] where !piece.isEmpty {
      guard receiver.receive(piece.span) == .more else { return }
    }
  }
}
