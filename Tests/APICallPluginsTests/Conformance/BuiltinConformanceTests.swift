import APICallBase
import APICallContracts
import APICallPlugins
import APICallSafety
import Synchronization
import Testing

/// The rules for plugins apply to the built-in parts, too.
@Suite("Built-in parts follow the rules for plugins of their role")
struct BuiltinConformanceTests {
  @Test("Formatters follow the rules", arguments: Builtins.formatters.map(\.name))
  func formatters(_ name: String) throws {
    let entry = try #require(Builtins.formatters.first { $0.name == name })
    for value in [
      #"{"b": 1.10, "a": [1, {"c": null}], "é": "\ud83d\ude00\n"}"#, "[1, 2]", #""text""#, "1E400",
      #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b,\"c\""}]"#, "true", #"{"a": 1"#, "{", "",
    ] {
      let problem = RoleConformance.problem(of: entry, printing: Array(value.utf8))
      #expect(problem == nil, "\(value)")
    }
  }

  @Test("Decoders follow the rules", arguments: Builtins.decoders.map(\.name))
  func decoders(_ name: String) throws {
    let entry = try #require(Builtins.decoders.first { $0.name == name })
    for body in [
      #"{"a": [1.10, "\u00e9\n"]}"#, "{\"a\": 1}\n{\"a\": 2}\n", "id: 1\nevent: e\ndata: x\n\n",
      "a=1&b=%C3%A9+x", "id,name\n1,\"a, \"\"b\"\"\"\n", "key: [a, b]\n", "é\r\n\0", "", "{",
    ] {
      let problem = RoleConformance.problem(of: entry, reading: Array(body.utf8))
      #expect(problem == nil, "\(body)")
    }
  }

  @Test("Secret sources follow the rules")
  func secretSources() {
    let file = Mutex<[UInt8]>([])
    let storage = SecretStorage(
      place: "secrets.json", read: { () throws(SecretProblem) in file.withLock { $0 } },
      update: { (change) throws(SecretProblem) in
        guard let changed = change(file.withLock { $0 }) else { return }
        file.withLock { $0 = changed }
      })
    let sources = Builtins.secretSources(variable: { _ in nil }, variables: { [] }, file: storage)
    #expect(sources.contains { $0.isWritable } && sources.contains { !$0.isWritable })
    for source in sources {
      let problem = RoleConformance.problem(of: source)
      #expect(problem == nil, "\(source.name)")
    }
  }

  @Test("A formatter and a decoder whose results depend on the cuts are found")
  func foundOut() {
    let formatter = FormatterEntry("count", summary: "") { _ in PieceCounter() }
    #expect(RoleConformance.problem(of: formatter, printing: Array("[1, 2]".utf8)) != nil)
    #expect(
      RoleConformance.problem(of: DecoderEntry(OpenDecoder.self), reading: Array("x".utf8))
        == "it does not end its last value")
  }
}

/// Prints the number of pieces.
private struct PieceCounter: ValueFormatting {
  let checksJSON = false
  let layout = OutputLayout.values
  let takesText = true
  private var count = 0

  init() {}

  mutating func begin(_ kind: ValueKind, _ output: any ByteSink) {}
  mutating func format(_ bytes: Span<UInt8>, _ output: any ByteSink) { count += 1 }
  mutating func end(_ output: any ByteSink) throws(DeliveryError) { try output.write("\(count)") }
}

/// Begins a value and does not end it.
private struct OpenDecoder: ResponseDecoder {
  static let name = "open"
  static let summary = ""
  static let mediaTypes: [String] = []
  static let kind = ValueKind.text

  func begin(_ values: any ValueReceiver) throws(DeliveryError) { try values.begin(.text) }
  func decode(_ bytes: Span<UInt8>, to values: any ValueReceiver) throws(DeliveryError) {
    try values.receive(bytes)
  }
  func end(_ values: any ValueReceiver) {}
}
