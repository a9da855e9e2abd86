import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallResponses
import APICallRun
import APICallSafety
import APICallTesting
import APICallText
import SeededNumbers
import TestWorlds
import Testing

@Suite("Bodies without secrets")
struct UnmaskedBodyTests {
  private static let types: [String?] = [
    nil, "text/plain", "text/html", "application/xml", "text/csv", "application/yaml",
    "application/x-ndjson", "application/x-www-form-urlencoded", "multipart/mixed; boundary=zz",
    "text/plain; charset=utf-16", "application/octet-stream", "application/json",
  ]

  // The names and forms of credentials, but without a credential.
  private static let pieces = [
    "next_token=abc&", "page_token=x", "\"nextPageToken\":\"x\"", "<NextToken>p</NextToken>",
    "tokens_used=5", "ssh://git@host/a", "mailto:a@b.c", "https://a.example/?q=user:b@c",
    "<input type=\"password\" name=\"user\">", "\"token\":null", "passwords=&",
    "<token/>", "<password></password>", "\"tokens\":[\"the\",\"cat\"]", "{\"tokens\": 5}\n",
    "{\"secret\":\"\"}\n", "a,b\n1,2\n", "--zz\r\n\r\n", "\r\n--zz--\r\n", "data: {}\n",
    "eyJhbGciOiJ", "-----BEGIN CERTIFICATE-----", "Zm9v\r\nYmFy", "%41%2", "&amp;", "\\u0041",
    "login <password> now", "\"token\":\"two words\"", "\"session_id\":42", "Cookie settings: a",
    "masked-", "<masked", "\0a\0b", "é🙂", "\"", "'", "=", ":", "<", ">", "{", "}", "[", "]", "\n",
    " ",
  ]

  private static func body(_ random: inout SeededGenerator) -> [UInt8] {
    let text = random.text(of: pieces, below: 24)
    switch random.below(6) {
    case 0: return text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    case 1: return Array(Base64.encode(Array(text.utf8)).utf8)
    case 2: return Array(text.utf8) + (0..<8).map { _ in UInt8(random.below(256)) }
    case 3: return Array("--zz\r\n\r\n\(text)\r\n--zz--\r\n".utf8)
    default: return Array(text.utf8)
    }
  }

  @Test("They are recorded byte for byte")
  func unchanged() async throws {
    let seed = TestSeed.picked()
    for number in 0..<CaseCount.picked(40) {
      var random = SeededGenerator(seed: SeededGenerator.seed(ofCase: number, in: seed))
      let bodies = (0..<12).map { _ in Self.body(&random) }
      let world = World.fixed()
      let recorder = Recorder(RecordedMoment(world.now()))
      for body in bodies {
        let request = Self.request
        let type = random.pick(Self.types)
        let head = ResponseHead(
          status: 200, headers: type.map { [ResponseHead.Field("Content-Type", $0)] } ?? [])
        let middleware = try recorder.middleware(
          for: RecordingRoundTripTests.call(request), at: StepPlace(path: []), usingHeaders: false)
        try await middleware.send(
          request, to: Collector(),
          by: NextSender(through: [], to: FixedRequester(head: head, body: body)))
      }
      let (files, counts) = try recorder.files(knowing: world, for: TestDeclaration())
      #expect(counts.isEmpty, "seed \(seed), case \(number)")
      var disk = MemoryFiles()
      for file in files { disk.add("rec/\(file.name)", bytes: file.bytes) }
      let replay = try Replay(Recording.read("rec", files: disk))
      for (index, body) in bodies.enumerated() {
        let replayed = try await Self.replayed(by: replay)
        #expect(replayed == body, "seed \(seed), case \(number), body \(index)")
      }
    }
  }

  private static let request = {
    let origin = Origin(scheme: .http, host: "a.example")
    var request = OutgoingRequest(method: "GET", url: RequestURL(origin: origin, path: "/"))
    request.headers = [HeaderField("Authorization", "Bearer s3cr3t-value")]
    return request
  }()

  private static func replayed(by replay: Replay) async throws -> [UInt8] {
    let collector = Collector()
    let middleware = try replay.middleware(
      for: RecordingRoundTripTests.call(request), at: StepPlace(path: []), usingHeaders: false)
    try await middleware.send(
      request, to: collector,
      by: NextSender(through: [], to: ScriptedRequester(error: .noData)))
    return collector.body
  }
}
