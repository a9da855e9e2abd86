import APICallBase
import APICallContracts
import APICallHTTP
import APICallPlugins
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import TestWorlds
import Testing

@Suite("A run whose output is a file")
struct SavedOutputTests {
  /// A file that notes what is done with it.
  private final class NotedFile: OutputFile {
    var events: [String] = []
    var bytes: [UInt8] = []
    var judged: Int?
    var demand = Demand.more
    var problem: Failure?
    var keepProblem: Failure?

    func judge(_ head: ResponseHead, of call: Call) -> ResponseHead {
      var head = head
      head.status = judged ?? head.status
      return head
    }

    func begin(_ head: ResponseHead, of call: Call) throws(Failure) -> Demand {
      events.append("begin \(head.status)")
      if let problem { throw problem }
      return demand
    }

    func write(_ bytes: Span<UInt8>) { bytes.withUnsafeBufferPointer { self.bytes += $0 } }
    func flush() {}

    func keep() throws(Failure) {
      events.append("keep")
      if let keepProblem { throw keepProblem }
    }

    func discard(after failure: Failure) -> Failure {
      events.append("discard")
      var failure = failure
      failure.diagnostics.append(Message("told"))
      return failure
    }
  }

  private struct Result {
    var text: String
    var error: String
    var failure: Failure?
  }

  private func run(
    _ requester: ScriptedRequester, to file: NotedFile, _ spec: String = Exchange.spec,
    format: String? = nil, print parts: [String] = []
  ) async throws -> Result {
    let call = try SpecText.call(spec)
    let selections = try parts.map { try Selection($0, of: call.endpoint) }
    var asked = OutputRequest(format: format, content: parts.isEmpty ? .body : .parts(selections))
    asked.place = .file
    let error = BufferSink()
    var failure: Failure?
    do {
      try await Pipeline.run(
        call, with: requester, in: .fixed(), rules: OutputRules(asked, in: file.context),
        streams: OutputStreams(file: file, error: error))
    } catch {
      failure = error
    }
    return Result(
      text: String(decoding: file.bytes, as: UTF8.self),
      error: String(decoding: error.bytes, as: UTF8.self), failure: failure)
  }

  @Test("It keeps good output, as a pipe would get it")
  func kept() async throws {
    let body = #"{"token":"a\u001b[31m"}"#
    for (format, parts, text) in [
      (nil, [], body), ("raw", [], body), ("compact", [], body + "\n"),
      (nil, ["status", "token"], "200\na\u{1B}[31m\n"),
    ] as [(String?, [String], String)] {
      let file = NotedFile()
      let result = try await run(ScriptedRequester(body), to: file, format: format, print: parts)
      #expect(result.failure == nil && result.text == text && result.error.isEmpty)
      #expect(file.events == ["begin 200", "keep"])
    }
    let file = NotedFile()
    let bytes = try await run(ScriptedRequester("a\0b", type: "image/png"), to: file)
    #expect(bytes.failure == nil && bytes.text == "a\0b")
  }

  @Test("An unexpected response goes to standard error, and the file is not begun")
  func unexpected() async throws {
    for format in [nil, "raw", "json", "csv"] as [String?] {
      let file = NotedFile()
      let result = try await run(
        ScriptedRequester(404, "{\"a\u{1B}\":1}"), to: file, format: format)
      #expect(result.error == "{\"a\\x1b\":1}\n" && result.text.isEmpty)
      #expect(file.events == ["discard"])
      #expect(result.failure?.status == .clientError)
      #expect(result.failure?.diagnostics.map(\.message).last == "told")
    }
  }

  @Test("Output that is wrong or incomplete is discarded")
  func faulty() async throws {
    let origin = Origin(scheme: .https, host: "a.example")
    let cut = ExchangeError.transport(.init(.truncated, origin: origin, reason: "closed"))
    for (requester, status) in [
      (ScriptedRequester("{\"a\": "), 8), (ScriptedRequester("{}", error: cut), 74),
      (ScriptedRequester("{}", error: .cancelled), 130),
      (ScriptedRequester("{}", error: .timedOut(.idle(after: .seconds(1)))), 2),
    ] as [(ScriptedRequester, Int32)] {
      let file = NotedFile()
      let result = try await run(requester, to: file)
      #expect(result.failure?.status.rawValue == status)
      #expect(file.events == ["begin 200", "discard"])
    }
    let refused = NotedFile()
    refused.problem = Failure(.cannotCreate, "taken")
    let result = try await run(ScriptedRequester("{}"), to: refused)
    #expect(result.failure?.status == .cannotCreate && result.text.isEmpty)
    #expect(refused.events == ["begin 200", "discard"])
    let unkept = NotedFile()
    unkept.keepProblem = Failure(.inputOutput, "full")
    #expect(try await run(ScriptedRequester("{}"), to: unkept).failure?.status == .inputOutput)
    #expect(unkept.events == ["begin 200", "keep", "discard"])
  }

  @Test("Errors in a GraphQL response count, even if its status is good")
  func graphql() async throws {
    let file = NotedFile()
    let spec = "host: a.example\ngraphql: {query: '{ x }'}"
    let result = try await run(ScriptedRequester(#"{"errors":[{"message":"no"}]}"#), to: file, spec)
    #expect(result.failure?.status == .expectation && result.text.isEmpty)
    #expect(result.error == "{\"errors\":[{\"message\":\"no\"}]}\n")
    #expect(file.events == ["begin 200", "discard"])
  }

  @Test("The file decides which status a response counts as, and may need no further bytes")
  func judged() async throws {
    let spec = "host: a.example\nexpect: {status: 200}"
    let rest = NotedFile()
    rest.judged = 200
    let part = try await run(
      ScriptedRequester(206, type: nil, "rest"), to: rest, spec, format: "raw")
    #expect(part.failure == nil && part.text == "rest" && rest.events == ["begin 200", "keep"])
    let whole = NotedFile()
    whole.judged = 200
    whole.demand = .stop
    let done = try await run(ScriptedRequester(416, "{\"error\"}"), to: whole, spec, format: "raw")
    #expect(done.failure == nil && done.text.isEmpty && whole.events == ["begin 200", "keep"])
    let plain = NotedFile()
    #expect(
      try await run(ScriptedRequester(206, "{}"), to: plain, spec).failure?.status == .expectation)
    #expect(plain.events == ["discard"])
  }
}
