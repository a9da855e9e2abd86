import APICallHTTP
import Measuring
import Testing

@testable import APICallCurl

@Suite("Reading the head of a response")
struct HeadReaderTests {
  private func read(_ lines: [String]) -> [HeadReader.Step] {
    var reader = HeadReader()
    return lines.map { line in Array(line.utf8).withUnsafeBytes { reader.read($0) } }
      .filter { $0 != .more }
  }

  /// The head of a body that ends with the connection.
  private static func ending(_ head: ResponseHead) -> ResponseHead {
    var head = head
    head.endsWithConnection = true
    return head
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var lines: [String]
    var steps: [HeadReader.Step]
  }

  @Test(
    "Lines become a head or an error",
    arguments: [
      Case(
        testDescription: "HTTP/2 has no reason phrase",
        lines: ["HTTP/2 200 \r\n", "a: b\r\n", "\r\n"],
        steps: [.head(ResponseHead(version: "HTTP/2", status: 200, headers: [.init("a", "b")]))]),
      Case(
        testDescription: "a reason phrase of several words, a bare line feed",
        lines: ["HTTP/1.1 404 Not  here\n", "\n"],
        steps: [.head(ending(ResponseHead(status: 404, reason: "Not  here")))]),
      Case(
        testDescription: "an interim answer before the final one",
        lines: [
          "HTTP/1.1 103 Early Hints\r\n", "Link: </a>\r\n", "\r\n", "HTTP/1.1 204\r\n", "a: b\r\n",
          "\r\n",
        ],
        steps: [
          .interim(
            ResponseHead(status: 103, reason: "Early Hints", headers: [.init("Link", "</a>")])),
          .head(ResponseHead(status: 204, headers: [.init("a", "b")])),
        ]),
      Case(
        testDescription: "trailers are ignored",
        lines: ["HTTP/1.1 200 OK\r\n", "\r\n", "a: b\r\n", "\r\n"],
        steps: [.head(ending(ResponseHead(status: 200, reason: "OK")))]),
      Case(
        testDescription: "values are trimmed, and may be empty or hold colons",
        lines: ["HTTP/1.1 200\r\n", "a:\t x:y \t\r\n", "b:\r\n", "no colon\r\n", "\r\n"],
        steps: [
          .head(ending(ResponseHead(status: 200, headers: [.init("a", "x:y"), .init("b", "")])))
        ]),
      Case(
        testDescription: "one length, written twice",
        lines: [
          "HTTP/1.1 200\r\n", "Content-Length: 5\r\n", "content-length: 5, 5\r\n", "\r\n",
        ],
        steps: [
          .head(
            ResponseHead(
              status: 200,
              headers: [.init("Content-Length", "5"), .init("content-length", "5, 5")]))
        ]),
      Case(
        testDescription: "two lengths",
        lines: [
          "HTTP/1.1 200\r\n", "Content-Length: 5\r\n", "Content-Length: 2\r\n", "\r\n",
        ],
        steps: [.violation("the response has two lengths, '5' and '2'")]),
      Case(
        testDescription: "a length past all numbers",
        lines: ["HTTP/1.1 200\r\n", "Content-Length: 9999999999999999999\r\n", "\r\n"],
        steps: [.violation("the length of the response is '9999999999999999999'")]),
      Case(
        testDescription: "a length that is none, beside a coding that needs none",
        lines: [
          "HTTP/1.1 200\r\n", "Content-Length: x\r\n", "Transfer-Encoding: chunked\r\n", "\r\n",
        ],
        steps: [
          .head(
            ResponseHead(
              status: 200,
              headers: [.init("Content-Length", "x"), .init("Transfer-Encoding", "chunked")]))
        ]),
      Case(
        testDescription: "no status line", lines: ["a: b\r\n"],
        steps: [.violation("the response does not begin with a status line")]),
      Case(
        testDescription: "a status of two digits", lines: ["HTTP/1.1 20 OK\r\n"],
        steps: [.violation("the response does not have a valid status line")]),
      Case(
        testDescription: "a status that is no number", lines: ["HTTP/1.1 +20 OK\r\n"],
        steps: [.violation("the response does not have a valid status line")]),
    ])
  func heads(example: Case) {
    #expect(read(example.lines) == example.steps)
  }

  @Test("A head with as many fields as fit takes no noticeable time")
  func manyFields() {
    let fields = [String](repeating: "a: 12345\r\n", count: 5_000)
    var steps: [HeadReader.Step] = []
    let time = ProcessorTime.measure { steps = read(["HTTP/1.1 200\r\n"] + fields + ["\r\n"]) }
    guard case .head(let head) = steps.first else {
      Issue.record("no head: \(steps)")
      return
    }
    #expect(head.headers.count == 5_000)
    // Copying the earlier fields for each field would take ten times as long.
    #expect(time < .seconds(20))
  }

  @Test("A field of as many lines as fit takes no noticeable time, whatever its bytes")
  func manyLines() {
    let line = Array(("\t" + String(repeating: "x", count: 55) + "\r\n").utf8)
    let lines = [Array("HTTP/1.1 200\r\n".utf8), Array("a: ".utf8) + [0xFC, 0x0D, 0x0A]]
    var reader = HeadReader()
    let time = ProcessorTime.measure {
      for line in lines + [[UInt8]](repeating: line, count: 4_900) + [[0x0D, 0x0A]] {
        guard case .head(let head) = line.withUnsafeBytes({ reader.read($0) }) else { continue }
        #expect(head.headers[0].content.bytes.count == 1 + 4_900 * 56)
      }
    }
    #expect(reader.isDone)
    // Reading the value again for each line would take ten times as long.
    #expect(time < .seconds(20))
  }

  @Test(
    "A transfer coding that is none leaves the length in force",
    arguments: ["", " ,", "identity", "Identity,"])
  func noCoding(_ coding: String) {
    let start = ["HTTP/1.1 200\r\n", "Transfer-Encoding: \(coding)\r\n", "Content-Length: 5\r\n"]
    var reader = HeadReader()
    for line in start + ["\r\n"] { _ = Array(line.utf8).withUnsafeBytes { reader.read($0) } }
    #expect(reader.isDone && reader.length == 5)
    #expect(
      read(start + ["Content-Length: 2\r\n", "\r\n"])
        == [.violation("the response has two lengths, '5' and '2'")])
  }

  @Test("The fields of all heads and trailers count together")
  func fieldLimit() {
    let fields = [String](repeating: "a: b\r\n", count: 2_500)
    let interim = ["HTTP/1.1 103\r\n"] + fields + ["\r\n"]
    let final = ["HTTP/1.1 200\r\n"] + fields + ["\r\n"]
    let violation = HeadReader.Step.violation("the response header has more than 5000 fields")
    #expect(read(interim + final).count == 2 && !read(interim + final).contains(violation))
    #expect(read(interim + final + ["a: b\r\n"]).last == violation)
    #expect(read(interim + ["HTTP/1.1 200\r\n"] + fields + ["a: b\r\n"]).last == violation)
  }

  @Test("There are at most a hundred interim responses")
  func interimLimit() {
    let interim = ["HTTP/1.1 102\r\n", "\r\n"]
    let lines = [[String]](repeating: interim, count: 101).flatMap { $0 }
    #expect(!read(lines.dropLast(2)).contains { if case .violation = $0 { true } else { false } })
    #expect(read(lines).last == .violation("there are more than 100 interim responses"))
  }

  @Test("Five content codings are decoded, but not a sixth, and not an unknown one")
  func codings() {
    func step(_ fields: [String]) -> HeadReader.Step? {
      var reader = HeadReader(isDecoding: true)
      let lines = ["HTTP/1.1 200"] + fields + [""]
      return lines.map { line in Array("\(line)\r\n".utf8).withUnsafeBytes { reader.read($0) } }
        .last
    }
    func head(_ values: String...) -> HeadReader.Step {
      .head(ResponseHead(status: 200, headers: values.map { .init("Content-Encoding", $0) }))
    }
    let length = "Content-Length: 5"
    #expect(step(["Content-Encoding: gzip, br", length]) == head("gzip, br"))
    #expect(
      step(["Content-Encoding: gzip", "Content-Encoding: identity, br", length])
        == head("gzip", "identity, br"))
    let five = "X-GZIP,, br, Deflate ,zstd, gzip"
    #expect(step(["Content-Encoding: \(five)", length]) == head(five))
    let hint =
      "to get the body as the server sends it, set 'Accept-Encoding: identity' in 'headers'"
    #expect(
      step(["Content-Encoding: \(five)", "Content-Encoding: gzip"])
        == .violation(
          "the body has 6 nested content codings; at most 5 are decoded", hint: hint))
    #expect(
      step(["Content-Encoding: gzip, Rot13"])
        == .violation(
          "the body has the content coding 'Rot13', which apicall cannot decode", hint: hint))
  }

  @Test("Bytes that are not UTF-8 are kept, in values of several lines too")
  func invalid() {
    var reader = HeadReader()
    let lines: [[UInt8]] = [
      Array("HTTP/1.1 200\r\n".utf8), [0x61, 0x3a, 0xe9, 0x0d, 0x0a],
      [0x20, 0xfc, 0x0d, 0x0a], [0x0a],
    ]
    let steps = lines.map { line in line.withUnsafeBytes { reader.read($0) } }
    #expect(
      steps.last
        == .head(
          Self.ending(
            ResponseHead(status: 200, headers: [.init("a", FieldText(bytes: [0xE9, 0x20, 0xFC]))])))
    )
  }

  @Test("Interim responses and trailers count towards the limit")
  func limit() {
    let filler = "x: " + String(repeating: "x", count: 3_040)
    let interim = ["HTTP/1.1 103\r\n", filler, "\r\n"]
    let lines = [[String]](repeating: interim, count: 100).flatMap { $0 }
    let bytes = lines.map(\.utf8.count).reduce(0, +)
    #expect(bytes <= HeadReader.limit)
    let step = HeadReader.Step.interim(
      ResponseHead(status: 103, headers: [.init("x", String(filler.dropFirst(3)))]))
    #expect(read(lines) == [HeadReader.Step](repeating: step, count: 100))
    let last = String(repeating: "y", count: HeadReader.limit - bytes)
    #expect(
      read(lines + [interim[0]] + [last]).last
        == .violation("the response header is longer than 300 KiB"))
  }
}
