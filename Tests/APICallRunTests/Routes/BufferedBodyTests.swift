import APICallBase
import APICallContracts
import APICallLanguage
import APICallModel
import APICallPlugins
import APICallReading
import APICallRequests
import APICallResponses
import APICallRun
import APICallText
import Synchronization
import TestWorlds
import Testing
import YAMLTree

@Suite("A buffered body")
struct BufferedBodyTests {
  /// How often a body was decoded.
  private final class Count: Sendable {
    let decoded = Mutex(0)
  }

  /// A decoder that counts the bodies that it reads.
  private struct Counted: BodyDecoding {
    var decoder: any BodyDecoding
    let count: Count

    mutating func begin(_ values: any ValueReceiver) throws(DeliveryError) {
      count.decoded.withLock { $0 += 1 }
      try decoder.begin(values)
    }

    mutating func decode(
      _ bytes: Span<UInt8>, to values: any ValueReceiver
    ) throws(DeliveryError) { try decoder.decode(bytes, to: values) }

    mutating func end(_ values: any ValueReceiver) throws(DeliveryError) {
      try decoder.end(values)
    }
  }

  private static let kinds: [(name: String, spec: String, asked: OutputRequest, used: Bool)] = [
    ("printed", "", OutputRequest(format: "json"), false),
    ("printed and used by others", "outputs: {a: $.a}", OutputRequest(format: "json"), true),
    ("judged and printed", "expect: {body: {$.a: 1}}", OutputRequest(format: "json"), false),
    (
      "judged, printed and used", "expect: {body: {$.a: 1}}\noutputs: {a: $.a}",
      OutputRequest(format: "yaml"), true
    ),
    (
      "judged, selected and used", "expect: {body: {$.a: 1}}\noutputs: {a: $.a}",
      OutputRequest(content: .parts([.output("a")])), true
    ),
    (
      "judged, in an envelope and used", "expect: {body: {$.a: 1}}\noutputs: {a: $.a}",
      OutputRequest(format: "compact", content: .envelope), true
    ),
    ("printed nowhere", "", OutputRequest(content: .nothing), false),
  ]

  @Test("It is decoded once, however many parts use it", arguments: kinds.indices)
  func once(_ index: Int) async throws {
    let kind = Self.kinds[index]
    let (count, registry) = Self.registry()
    let text = "host: https://a.example\n\(kind.spec)"
    let endpoint = try EndpointReader(registry: registry)
      .read(Source(name: "call.yaml", text: text))
    let call = try CallBuilder(world: .fixed(), destination: Destination())
      .call(endpoint, with: [])
    var demand = ResponseDemand()
    demand.outputs = endpoint.outputs.map(\.name)
    let output = BufferSink()
    let capture = try await Pipeline.run(
      call, with: ScriptedRequester(#"{"a": 1}"#), in: .fixed(registry),
      rules: OutputRules(kind.asked, in: OutputContext(isTerminal: false)),
      streams: OutputStreams(output: output, error: output), using: kind.used ? demand : nil)
    let isRead = kind.asked.content != .nothing
    #expect(count.decoded.withLock { $0 } == (isRead ? 1 : 0), "\(kind.name)")
    #expect(output.bytes.isEmpty == !isRead, "\(kind.name)")
    if let capture { #expect(capture.record["a"]?.value?.plainText == "1", "\(kind.name)") }
  }

  @Test("It is decoded once when polling, too")
  func polled() async throws {
    let (count, registry) = Self.registry()
    let text = """
      steps:
        a:
          call: {host: "https://a.example", outputs: {a: $.a}, expect: {body: {$.a: 1}}}
          poll: {until: {body: {$.a: 1}}, every: 1s, for: 9s}
      """
    let files = MemoryFiles(["/s.yaml": text])
    let library = EndpointLibrary(files: files, reader: EndpointReader(registry: registry))
    guard case .script(let script) = try library.runnable(at: "/s.yaml"),
      let step = script.steps.first, let rule = step.poll,
      case .inline(let endpoint) = step.callee
    else {
      Issue.record("it is no script")
      return
    }
    let poll = try ResponsePoll(rule, of: script.head, in: Scope())
    let call = try CallBuilder(world: .fixed(), destination: Destination())
      .call(endpoint, with: [])
    let output = BufferSink()
    var demand = ResponseDemand()
    demand.outputs = ["a"]
    let capture = try await Pipeline.run(
      call, with: ScriptedRequester(#"{"a": 1}"#), in: .fixed(registry),
      rules: OutputRules(
        OutputRequest(format: "json"), in: OutputContext(isTerminal: false)),
      streams: OutputStreams(output: output, error: output), using: demand, poll: poll)
    #expect(count.decoded.withLock { $0 } == 1)
    #expect(capture?.record["a"]?.value?.plainText == "1")
    #expect(String(decoding: output.bytes, as: UTF8.self) == "{\n  \"a\": 1\n}\n")
  }

  /// All built-in parts, with a JSON decoder that counts.
  private static func registry() -> (Count, Registry) {
    let count = Count()
    let builtin = Builtins.registry()
    let decoders = builtin.decoders.map { entry in
      guard entry.name == "json" else { return entry }
      return DecoderEntry(
        external: entry.name, summary: entry.summary, mediaTypes: entry.mediaTypes,
        kind: entry.kind, isStream: false, options: []
      ) { settings in
        Counted(decoder: entry.make(settings), count: count)
      }
    }
    return (
      count,
      Registry(
        requesters: builtin.requesters, decoders: decoders, formatters: builtin.formatters,
        authTypes: builtin.authTypes)
    )
  }
}
