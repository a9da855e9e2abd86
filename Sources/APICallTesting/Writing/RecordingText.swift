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

  /// The text of a recording.
  ///
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

extension RecordingDeclaration.Layout {
  func text(of root: JSONNode) -> [UInt8] {
    var bytes: [UInt8] = []
    append(root, to: &bytes)
    if self == .compactLine || self == .spacedLine { bytes.append(UInt8(ascii: "\n")) }
    return bytes
  }

  private var isSpaced: Bool { self == .spaced || self == .spacedLine }

  private func append(_ value: JSONNode, to bytes: inout [UInt8]) {
    var isFirst = true
    func separate() {
      if !isFirst { bytes += isSpaced ? ", ".utf8 : ",".utf8 }
      isFirst = false
    }
    switch value.kind {
    case .array:
      bytes.append(UInt8(ascii: "["))
      for element in value.elements {
        separate()
        append(element, to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object:
      bytes.append(UInt8(ascii: "{"))
      for (key, member) in value.members.places {
        separate()
        bytes += key.bytes
        bytes += isSpaced ? ": ".utf8 : ":".utf8
        append(member, to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    default: bytes += value.bytes
    }
  }

  /// The layout of a JSON text; nil if it has another one.
  static func layout(of root: JSONNode) -> Self? {
    allCases.first { $0.text(of: root) == root.document.bytes }
  }
}

extension BuiltJSON {
  /// The value with one member or item a line, as a file holds it.
  var fileBytes: [UInt8] { Array(indented.utf8) + [UInt8(ascii: "\n")] }
}
