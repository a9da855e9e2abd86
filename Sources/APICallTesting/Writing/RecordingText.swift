import APICallBase
import APICallPlugins
import APICallReading
import JSONText

/// The text of `recording.yaml`.
struct RecordingText {
  /// The words that the format itself writes.
  static let words =
    [
      "apicall_recording", "recorded", "exchanges", "step", "request", "response", "failure",
      "method", "url", "headers", "json", "form", "text", "body", "parts", "name", "filename",
      "type", "sha256", "status", "latin1", "written", "masked",
    ] + RecordingDeclaration.failures + RecordingDeclaration.Layout.allCases.map(\.rawValue)

  private var json: [UInt8]
  private var isFirst = true

  init(at moment: RecordedMoment) {
    let head =
      "{\"apicall_recording\":\(RecordingDeclaration.version),"
      + "\"recorded\":\(JSONWriter.string(moment.text)),\"exchanges\":["
    json = Array(head.utf8)
  }

  /// Adds an exchange, which is a JSON object.
  mutating func append(_ exchange: [UInt8]) {
    if !isFirst { json.append(UInt8(ascii: ",")) }
    isFirst = false
    json += exchange
  }

  /// The text as YAML, one value a line.
  ///
  /// Throws a ``Failure`` with exit status 73 if it is too long.
  func yaml() throws(Failure) -> [UInt8] {
    guard let text = Self.yaml(of: json + Array("]}".utf8)) else {
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

/// A JSON object that is written member by member.
struct ObjectText {
  private var json = [UInt8(ascii: "{")]
  private(set) var isEmpty = true

  mutating func add(_ key: String, _ value: [UInt8]) {
    if !isEmpty { json.append(UInt8(ascii: ",")) }
    isEmpty = false
    json += "\(JSONWriter.string(key)):".utf8
    json += value
  }

  mutating func add(_ key: String, _ text: String?) {
    if let text { add(key, Array(JSONWriter.string(text).utf8)) }
  }

  /// Adds texts: one as it is, several as a list.
  mutating func add(_ key: String, _ texts: [String]) {
    guard texts.count != 1 else { return add(key, texts[0]) }
    add(list: key, texts)
  }

  /// Adds texts as a list.
  mutating func add(list key: String, _ texts: [String]) {
    let list = texts.map { JSONWriter.string($0) }.joined(separator: ",")
    add(key, Array("[\(list)]".utf8))
  }

  var bytes: [UInt8] { json + [UInt8(ascii: "}")] }
}
