import APICallBase
import APICallContracts
import APICallModel
import APICallPlugins
import APICallRequests
import APICallResponses
import APICallRun
import APICallSafety
import TestWorlds

extension CallResources {
  /// Resources without secrets.
  static func fixed(
    _ registry: Registry = Builtins.registry(), in world: World = .fixed()
  ) -> CallResources {
    CallResources(registry: registry, world: world, secrets: SecretStore([]))
  }
}

/// One call through the whole pipeline, and its result.
struct Exchange: CustomStringConvertible {
  static let spec = """
    host: https://a.example
    path: /x
    timeout: 2s
    outputs:
      token: {from: $.token, secret: true}
      ids: $.data[*].id
      etag: {header: ETag}
      note: {from: $.note, default: none}
    """

  var output: [UInt8] = []
  var error: [UInt8] = []
  var failure: Failure?

  var text: String { String(decoding: output, as: UTF8.self) }
  var status: Int32 { failure?.status.rawValue ?? 0 }

  init(
    _ requester: some RequestSender, _ spec: String = Exchange.spec, format: String? = nil,
    print parts: [String] = [], content: OutputRequest.Content? = nil, inputs: [String] = [],
    isTerminal: Bool = false, colors: ColorEnvironment = .refused, mock: Origin? = nil,
    output sink: (any ByteSink)? = nil, in world: World = .fixed()
  ) async throws {
    let call = try SpecText.call(spec, inputs, to: Destination(mock: mock))
    let selections = try parts.map { try Selection($0, of: call.endpoint) }
    var asked = OutputRequest(of: call.endpoint, format: format, parts: selections)
    if let content { asked = OutputRequest(format: format, content: content) }
    let rules = OutputRules(
      asked, in: OutputContext(isTerminal: isTerminal, colors: colors))
    let output = BufferSink()
    let error = BufferSink()
    do {
      try await Pipeline.run(
        call, with: requester, in: .fixed(in: world), rules: rules,
        streams: OutputStreams(output: sink ?? output, error: error))
    } catch {
      failure = error
    }
    self.output = output.bytes
    self.error = error.bytes
  }

  /// Everything that a user sees of it.
  var description: String {
    "---- standard output\n\(text)---- standard error\n"
      + String(decoding: error, as: UTF8.self) + (failure?.report ?? "exit status 0\n")
  }
}
