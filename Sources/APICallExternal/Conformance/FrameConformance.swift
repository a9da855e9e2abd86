import APICallPluginKit
import JSONText

/// What is asked of the program of a plugin that speaks frames.
struct FrameConformance {
  typealias Members = [(key: String, value: BuiltJSON)]
  typealias Fault = RehearsalProcess.Fault

  let rehearsal: Rehearsal
  let role: PluginRole

  init(_ rehearsal: Rehearsal, _ role: PluginRole) {
    self.rehearsal = rehearsal
    self.role = role
  }

  /// Asks one thing.
  ///
  /// - Parameter rule: what is asked.
  /// - Returns: what is wrong, in words; nil for nothing.
  /// - Throws: a fault of the process.
  func problem(_ rule: ConformanceRule) throws(Fault) -> String? {
    switch rule {
    case .usage: try usage()
    case .quiet: try quiet()
    case .greeting: try greeting().problem
    case .versions: try versions()
    case .unknown: try unknown(payload: [])
    case .payload: try unknown(payload: Array("octets\n".utf8))
    case .cancel: try cancel()
    case .end: try end()
    case .signature: try signature()
    case .exchange: try exchange()
    case .unreachable: try unreachable()
    case .missing: try secret([("op", .text("get")), ("name", .text(Self.unlikely))])
    case .listing: try secret([("op", .text("list"))])
    case .keeping: try keeping()
    default: nil
    }
  }

  /// A name that no secret has.
  static let unlikely = "apicall-conformance-scratch"

  private func usage() throws(Fault) -> String? {
    let process = try rehearsal.conversation([])
    process.closeInput()
    if let frame = try process.next(within: PluginLimits.greeting) {
      return "it writes \(FramePattern.excerpt(frame.head))"
    }
    let ending = try process.end(within: PluginLimits.greeting)
    guard ending == .status(64) else { return "it \(ending.reason)" }
    return process.words.isEmpty ? "it says nothing" : nil
  }

  private func quiet() throws(Fault) -> String? {
    let process = try rehearsal.conversation()
    do throws(Fault) {
      let frame = try process.next(within: .milliseconds(500))
      return frame.map { "it writes \(FramePattern.excerpt($0.head))" } ?? "it ends at once"
    } catch .silent {
      return nil
    }
  }

  /// Greets the program.
  ///
  /// - Returns: what is wrong, or how to go on.
  func greeting() throws(Fault) -> (problem: String?, talk: FrameTalk) {
    let talk = try FrameTalk(rehearsal)
    try talk.say(hello(versions: [HostProtocol.version]))
    guard let frame = try talk.hear() else { return ("it says nothing", talk) }
    guard frame["hello"]?["protocol"].flatMap({ Int($0.text) }) == HostProtocol.version else {
      return ("it answers \(FramePattern.excerpt(frame.head))", talk)
    }
    return (nil, talk)
  }

  private func hello(versions: [Int]) -> Members {
    let options = rehearsal.plugin.manifest.options.compactMap {
      option -> (key: String, value: BuiltJSON)? in
      guard let value = option.defaultValue ?? (option.isRequired ? option.stand : nil) else {
        return nil
      }
      switch option.kind {
      case .string: return (option.name, .text(value))
      case .integer, .number: return (option.name, .number(value))
      case .boolean: return (option.name, .boolean(value == "true"))
      }
    }
    return [
      (
        "hello",
        .map([
          ("protocols", .list(versions.map { BuiltJSON($0) })), ("host", .text("apicall/0")),
          ("role", .text(role.kind.rawValue)), ("name", .text(role.names.first ?? "")),
          ("features", .texts(HostProtocol.features)), ("interactive", .boolean(false)),
          ("options", .map(options)), ("x-conformance", .list([.map([("a", .null)])])),
        ])
      )
    ]
  }

  private func versions() throws(Fault) -> String? {
    let talk = try FrameTalk(rehearsal)
    try talk.say(hello(versions: [999_999]))
    guard let frame = try talk.hear() else { return "it says nothing" }
    return frame["error"]?["code"]?.string == "protocol_unsupported"
      ? nil : "it answers \(FramePattern.excerpt(frame.head))"
  }

  /// Says twice what nobody knows: behind the first, it has to go on.
  private func unknown(payload: [UInt8]) throws(Fault) -> String? {
    let (problem, talk) = try greeting()
    if let problem { return problem }
    for id in 1...2 {
      try talk.say([("id", BuiltJSON(id)), ("x-unknown", .map([("a", .null)]))], payload)
      if let problem = try talk.hearError("not_supported", of: id) { return problem }
    }
    return nil
  }

  private func end() throws(Fault) -> String? {
    let (problem, talk) = try greeting()
    if let problem { return problem }
    talk.process.closeInput()
    if let frame = try talk.hear() { return "it goes on: \(FramePattern.excerpt(frame.head))" }
    let ending = try talk.process.end(within: PluginLimits.ending)
    return ending == .status(0) ? nil : "it \(ending.reason)"
  }

  private func cancel() throws(Fault) -> String? {
    let (problem, talk) = try greeting()
    if let problem { return problem }
    if role.kind == .requester {
      // The body is still to come, so that there can be no answer yet but an early one.
      try talk.say(request("http://127.0.0.1:1/", hasBody: true))
      try talk.say([("cancel", BuiltJSON(1))])
      while true {
        guard let frame = try talk.hear() else { return "it says nothing of 1" }
        guard frame.id == 1 else { return "it answers \(FramePattern.excerpt(frame.head))" }
        if frame["error"] != nil || frame["end"] != nil { return nil }
      }
    }
    try talk.say([("id", .number("1")), ("x-unknown", .null)])
    if let problem = try talk.hearError("not_supported", of: 1) { return problem }
    try talk.say([("cancel", BuiltJSON(1))])
    try talk.say([("id", .number("2")), ("x-unknown", .null)])
    return try talk.hearError("not_supported", of: 2)
  }

  /// The frame of a request.
  func request(_ url: String, hasBody: Bool, host: String = "127.0.0.1:1") -> Members {
    let fields = [("Host", host)] + (hasBody ? [("Content-Length", "5")] : [])
    return [
      ("id", .number("1")),
      (
        "request",
        .map([
          ("method", .text(hasBody ? "POST" : "GET")), ("url", .text(url)),
          ("headers", .list(fields.map { .texts([$0.0, $0.1]) })), ("has_body", .boolean(hasBody)),
          (
            "timeouts_ms",
            .map([("connect", .number("5000")), ("idle", .number("5000")), ("total", .null)])
          ),
        ])
      ),
    ]
  }
}

extension PluginOption {
  /// A value that stands for one that has to be given.
  fileprivate var stand: String {
    if let choice = choices.first { return choice }
    switch kind {
    case .string: return "conformance"
    case .integer, .number: return "1"
    case .boolean: return "true"
    }
  }
}
