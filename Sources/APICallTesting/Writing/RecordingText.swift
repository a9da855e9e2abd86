import APICallBase
import APICallPlugins
import APICallReading
import JSONText

/// The text of `recording.yaml`.
enum RecordingText {
  static let words =
    [
      "apicall_recording", "recorded", "exchanges", "step", "request", "response", "failure",
      "method", "url", "headers", "json", "form", "text", "body", "parts", "name", "filename",
      "type", "sha256", "status", "latin1", "written", "masked",
    ] + RecordingDeclaration.failures + RecordingDeclaration.Layout.allCases.map(\.rawValue)

  /// Throws a ``Failure`` with exit status 73 if it is too long.
  static func text(of exchanges: [BuiltJSON], at moment: RecordedMoment) throws(Failure) -> [UInt8]
  {
    let index = BuiltJSON.map([
      ("apicall_recording", BuiltJSON(RecordingDeclaration.version)),
      ("recorded", .text(moment.text)), ("exchanges", .list(exchanges)),
    ])
    var json: [UInt8] = []
    index.append(to: &json)
    guard let text = yaml(of: json) else {
      throw Failure(.bug, "the recording cannot be written as YAML")
    }
    guard text.count <= RecordingDeclaration.mostBytes else {
      throw Failure(
        .cannotCreate, "the list of exchanges is longer than 4 MiB",
        hint: "record fewer exchanges")
    }
    return text
  }

  /// A JSON text as YAML; nil if YAML cannot hold it, because a key is repeated.
  static func yaml(of json: [UInt8]) -> [UInt8]? {
    guard let document = try? JSONDocument(json, maxDepth: 600) else { return nil }
    let sink = BufferSink()
    var writer = YAMLWriter(output: sink)
    guard (try? writer.write(document.root)) != nil else { return nil }
    return sink.take()
  }
}
