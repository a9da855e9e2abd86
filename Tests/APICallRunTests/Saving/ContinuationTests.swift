import APICallHTTP
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import TestWorlds
import Testing

@Suite("A call that continues a partial file")
struct ContinuationTests {
  private static let tag = StrongValidator.entityTag("\"x\"")

  /// A partial file of ten bytes, of a hundred by default.
  private func continuation(
    length: Int? = 100, of validator: StrongValidator = tag
  ) -> Continuation {
    Continuation(
      length: 10,
      record: PartRecord(url: "u", request: "id", validator: validator, length: length),
      identity: "id")
  }

  private func head(_ status: Int, _ fields: [String: String]) -> ResponseHead {
    ResponseHead(status: status, headers: fields.map { .init($0.key, $0.value) })
  }

  @Test(
    "A response is the rest, the whole, nothing more, or refused",
    arguments: [
      (206, ["Content-Range": "bytes 10-99/100"], .rest(end: 100, total: 100)),
      (206, ["Content-Range": "bytes 10-99/100", "ETag": "\"x\""], .rest(end: 100, total: 100)),
      (206, ["Content-Range": "bytes 10-99/*"], .rest(end: 100, total: 100)),
      (206, ["Content-Range": "bytes 10-49/100"], .rest(end: 50, total: 100)),
      (
        206, ["Content-Range": "bytes 10-99/100", "Content-Encoding": "identity"],
        .rest(end: 100, total: 100)
      ),
      (206, ["Content-Range": "bytes 0-99/100"], .refused(.otherStart(0, asked: 10))),
      (206, ["Content-Range": "bytes 11-99/100"], .refused(.otherStart(11, asked: 10))),
      (206, ["Content-Range": "bytes 10-98/99"], .refused(.otherLength(99, before: 100))),
      (206, ["Content-Range": "bytes 10-100/*"], .refused(.otherLength(100, before: 100))),
      (206, ["Content-Range": "bytes 10-99/100", "ETag": "\"y\""], .refused(.changed)),
      (206, ["Content-Range": "bytes 10-99/100", "ETag": "W/\"x\""], .refused(.changed)),
      (
        206, ["Content-Range": "bytes 10-99/100", "Content-Encoding": "gzip"],
        .refused(.encoded("gzip"))
      ),
      (206, ["Content-Type": "multipart/byteranges; boundary=b"], .refused(.noRange)),
      (206, ["Content-Range": "items 10-99/100"], .refused(.noRange)),
      (206, [:], .refused(.noRange)),
      (200, [:], .whole), (200, ["Content-Encoding": "br"], .refused(.encoded("br"))),
      (404, [:], .whole), (416, [:], .refused(.notSatisfied)),
      (416, ["Content-Range": "bytes */100"], .refused(.notSatisfied)),
      (416, ["Content-Range": "bytes */10"], .refused(.notSatisfied)),
      (416, ["Content-Range": "bytes 10-99/100"], .refused(.notSatisfied)),
    ] as [(Int, [String: String], Continuation.Verdict)])
  func verdicts(_ status: Int, _ fields: [String: String], _ verdict: Continuation.Verdict) {
    #expect(continuation().verdict(on: head(status, fields)) == verdict)
  }

  @Test("If the total length is unknown, the response must give it")
  func unknownLength() {
    let continuation = continuation(length: nil)
    #expect(
      continuation.verdict(on: head(206, ["Content-Range": "bytes 10-99/*"]))
        == .refused(.unknownLength))
    #expect(
      continuation.verdict(on: head(206, ["Content-Range": "bytes 10-99/200"]))
        == .rest(end: 100, total: 200))
    #expect(continuation.verdict(on: head(416, ["Content-Range": "bytes */10"])) == .complete)
    #expect(
      self.continuation(length: 10).verdict(on: head(416, ["Content-Range": "bytes */10"]))
        == .complete)
  }

  @Test("A different date is another version")
  func dates() {
    let date = "Sun, 06 Nov 1994 08:49:37 GMT"
    let continuation = continuation(of: .lastModified(date))
    for (other, verdict) in [
      (date, Continuation.Verdict.rest(end: 100, total: 100)),
      ("Sun, 06 Nov 1994 08:49:38 GMT", .refused(.changed)),
    ] {
      let fields = ["Content-Range": "bytes 10-99/100", "Last-Modified": other]
      #expect(continuation.verdict(on: head(206, fields)) == verdict)
    }
  }

  @Test(
    "It continues only if there are bytes from the same request",
    arguments: [(0, "id", "id"), (10, "id", "other"), (10, nil, "id"), (10, "id", nil)]
      as [(Int, String?, String?)])
  func fresh(_ length: Int, _ kept: String?, _ identity: String?) throws {
    let record = kept.map { PartRecord(url: "u", request: $0, validator: Self.tag, length: 100) }
    let continuation = Continuation(length: length, record: record, identity: identity)
    let request = try SpecText.call("host: a.example").request
    let names = continuation.applied(to: request).headers.map(\.name)
    #expect(names == ["Host", "User-Agent", "Accept", "Accept-Encoding"])
    let part = head(206, ["Content-Range": "bytes 0-99/100"])
    #expect(continuation.verdict(on: part) == .refused(.partUnasked))
    #expect(continuation.verdict(on: head(416, [:])) == .refused(.notSatisfied))
  }

  @Test("It requests the rest of the same version, without encoding")
  func fields() throws {
    let call = try SpecText.call("host: a.example\nheaders: {Accept-Encoding: gzip, X-A: b}")
    let fields = continuation().applied(to: call.request).headers.map { "\($0.name): \($0.value)" }
    #expect(
      fields.suffix(4)
        == ["X-A: b", "Accept-Encoding: identity", "Range: bytes=10-", "If-Range: \"x\""])
    #expect(!fields.contains("Accept-Encoding: gzip"))
  }

  @Test(
    "A partial file belongs to a URL, a server and the requested representation",
    arguments: [
      ("host: a.example\npath: /x\nheaders: {X-A: b}", true),
      ("host: a.example\npath: /y", false), ("host: b.example\npath: /x", false),
      ("host: http://a.example\npath: /x", false),
      ("host: a.example\npath: /x\nquery: {a: b}", false),
      ("host: a.example\npath: /x\nheaders: {Accept: text/csv}", false),
      ("host: a.example\npath: /x\nheaders: {Accept-Language: de}", false),
    ])
  func identity(_ spec: String, _ isSame: Bool) throws {
    func identity(_ spec: String, _ mock: Origin? = nil) throws -> String? {
      PartRecord.identity(
        of: try SpecText.call(spec, to: Destination(mock: mock)), in: .fixed(MemoryFiles()))
    }
    let known = try identity("host: a.example\npath: /x")
    #expect(known?.utf8.count == 64)
    #expect(try (identity(spec) == known) == isSame)
    #expect(try identity(spec, Origin(scheme: .http, host: "127.0.0.1", port: 1)) != identity(spec))
  }
}
