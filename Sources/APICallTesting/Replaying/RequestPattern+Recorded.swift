import APICallHTTP
import APICallReading
import APICallRequests
import JSONText

extension RequestPattern {
  init(
    _ request: RecordingDeclaration.Request, in recording: Recording
  ) throws(RecordingFault) {
    let (origin, path, query) = request.parts ?? ("", "/", nil)
    self.init(
      method: request.method, origin: origin, path: Array(path.utf8),
      query: Array((query ?? "").utf8), headers: request.headers,
      body: try Self.body(of: request, in: recording), gap: RecordingDeclaration.gap)
  }

  private static func body(
    of request: RecordingDeclaration.Request, in recording: Recording
  ) throws(RecordingFault) -> Body {
    switch request.body {
    case nil: return .bytes([])
    case .text(let text): return .bytes(Array(text.utf8))
    case .json(let bytes):
      guard let document = try? JSONDocument(bytes) else {
        throw RecordingFault(reason: "the JSON of a recorded request cannot be read")
      }
      return .json(document)
    case .form(let items):
      return .form(items.map { [Array($0.name.utf8), Array($0.value.utf8)] })
    case .file(let name):
      let bytes = try recording.bytes(of: name)
      if name.text.hasSuffix(".json"), let document = try? JSONDocument(bytes) {
        return .json(document)
      }
      return .bytes(bytes)
    case .parts(let parts):
      return .parts(
        parts.map { part in
          Part(
            name: part.name, filename: part.filename, type: part.type.flatMap { MediaType($0) },
            content: part.sha256.map { .digest($0) } ?? .bytes(Array((part.text ?? "").utf8)))
        })
    }
  }
}
