import APICallLanguage
import APICallModel
import APICallRequests
import JSONText

extension BodyRouter {
  /// The paths that lead to all that is used of a body; nil if more of it is used.
  func paths(usedOf body: IncomingBody, by capture: ResponseCapture?) -> [JSONPath]? {
    if body.call.isGraphQL || body.judge?.judgesText == true || capture?.usesWholeBody == true {
      return nil
    }
    var paths: [JSONPath] = []
    for judged in body.judge == nil ? [body] : [true, false].map(body.judged(isExpected:)) {
      guard let used = (try? plan(for: judged))?.paths else { return nil }
      paths += used
    }
    paths += body.stop?.tests.map(\.path) ?? []
    for output in body.call.endpoint.outputs {
      let isPrinted = rules.asked.parts.contains(.output(output.name))
      guard capture != nil || output.isSecret || isPrinted else { continue }
      switch output.place {
      case .body(let path): paths.append(path.path)
      case .text: return nil
      case .header, .trailer: continue
      }
    }
    return paths + (body.judge?.paths ?? [])
  }
}

extension OutputRules.Plan {
  /// The paths that lead to all that it uses of a body besides outputs; nil if it uses more.
  fileprivate var paths: [JSONPath]? {
    switch self {
    case .select, .discard: []
    case .selectValues(let path, format: _): [path]
    case .print, .printIfDecodable, .makeRows, .showOnStandardError, .envelope: nil
    }
  }
}
