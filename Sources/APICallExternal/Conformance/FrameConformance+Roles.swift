import APICallPluginKit
import JSONText

/// What is asked of each role that speaks frames.
extension FrameConformance {
  /// Whether a value is a list of pairs of texts.
  private static func isPairs(_ value: JSONValue) -> Bool {
    value.kind == .array
      && value.elements.allSatisfy { pair in
        pair.kind == .array && pair.count == 2 && pair.elements.allSatisfy { $0.string != nil }
      }
  }

  func signature() throws(Fault) -> String? {
    let (problem, talk) = try greeting()
    if let problem { return problem }
    var members: Members = [
      ("method", .text("POST")), ("url", .text("https://a.example/p?q=1")),
      ("attempt", .number("1")), ("challenges", .list([])), ("has_body", .boolean(true)),
    ]
    if role.needs.contains(.headers) {
      members.append(("headers", .list([.texts(["Host", "a.example"])])))
    }
    if role.needs.contains(.bodyDigest) {
      // Of "hello".
      members.append(
        (
          "body_sha256", .text("2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824")
        ))
    }
    try talk.say([("id", .number("1")), ("auth", .map(members))])
    if role.needs.contains(.body) {
      try talk.say([("id", .number("1")), ("body", .boolean(true))], Array("hello".utf8))
      try talk.say([("id", .number("1")), ("end", .boolean(true))])
    }
    guard let frame = try talk.hear() else { return "it says nothing" }
    guard frame.id == 1 else { return "it answers \(FramePattern.excerpt(frame.head))" }
    if let error = frame["error"] { return fault(in: error) }
    for name in ["headers", "query"] {
      if let pairs = frame[name], !Self.isPairs(pairs) {
        return "'\(name)' is no list of names with values: \(FramePattern.excerpt(pairs))"
      }
    }
    return nil
  }

  func exchange() throws(Fault) -> String? {
    guard let server = OneAnswerServer() else { return nil }
    defer { server.stop() }
    let (problem, talk) = try greeting()
    if let problem { return problem }
    let host = "127.0.0.1:\(server.port)"
    try talk.say(request("http://\(host)/conformance?a=1", hasBody: true, host: host))
    try talk.say([("id", .number("1")), ("body", .boolean(true))], Array("hel".utf8))
    try talk.say([("id", .number("1")), ("body", .boolean(true))], Array("lo".utf8))
    try talk.say([("id", .number("1")), ("end", .boolean(true))])
    let answer = try answer(talk)
    // One that answers without a network has nothing to bring back.
    guard let received = server.received else { return answer.problem }
    if let problem = answer.problem { return problem }
    let text = String(decoding: received, as: UTF8.self)
    guard text.hasPrefix("POST /conformance?a=1 HTTP/1.1\r\n") else {
      return "the server got '\(OctetText.escaped(received[...], limit: 80))'"
    }
    guard text.hasSuffix("hello") else { return "the server got no body 'hello'" }
    guard answer.status == OneAnswerServer.status, answer.body == OneAnswerServer.body else {
      return "it brings back the status \(answer.status ?? 0) and "
        + "'\(OctetText.escaped(answer.body[...], limit: 80))'"
    }
    return nil
  }

  func unreachable() throws(Fault) -> String? {
    // Nobody listens at a port that was free a moment ago.
    guard let server = OneAnswerServer() else { return nil }
    server.stop()
    let (problem, talk) = try greeting()
    if let problem { return problem }
    let host = "127.0.0.1:\(server.port)"
    try talk.say(request("http://\(host)/", hasBody: false, host: host))
    try talk.say([("id", .number("1")), ("end", .boolean(true))])
    let answer = try answer(talk)
    guard let code = answer.code else { return answer.problem }
    return code == "connect" ? nil : "it says '\(code)'"
  }

  /// What a requester brings back.
  private struct Answer {
    var status: Int?
    var body: [UInt8] = []
    var isWhole = false
    /// The code of its error.
    var code: String?
    var problem: String?
  }

  private func answer(_ talk: FrameTalk) throws(Fault) -> Answer {
    var answer = Answer()
    while let frame = try talk.hear() {
      guard frame.id == 1 else {
        answer.problem = "it answers \(FramePattern.excerpt(frame.head))"
        return answer
      }
      if let error = frame["error"] {
        answer.code = error["code"]?.string
        answer.problem = fault(in: error) ?? "it fails: \(FramePattern.excerpt(error))"
        return answer
      } else if let response = frame["response"] {
        answer.status = response["status"].flatMap { Int($0.text) }
        if let headers = response["headers"], !Self.isPairs(headers) {
          answer.problem = "'headers' is no list of names with values"
        }
      } else if frame["body"] != nil {
        answer.body += frame.payload
      } else if frame["end"] != nil {
        answer.isWhole = true
        if answer.status == nil { answer.problem = "it ends without a response" }
        return answer
      } else if frame["interim"] == nil {
        answer.problem = "it answers \(FramePattern.excerpt(frame.head))"
        return answer
      }
    }
    answer.problem = "it ends in the middle of an exchange"
    return answer
  }

  func secret(_ members: Members) throws(Fault) -> String? {
    let (problem, talk) = try greeting()
    if let problem { return problem }
    return try secret(members, talk, id: 1)
  }

  /// Asks a source one thing, and looks at its answer.
  private func secret(
    _ members: Members, _ talk: FrameTalk, id: Int
  ) throws(Fault) -> String? {
    try talk.say([("id", BuiltJSON(id)), ("secret", .map(members))])
    guard let frame = try talk.hear() else { return "it says nothing" }
    guard frame.id == id else { return "it answers \(FramePattern.excerpt(frame.head))" }
    // A store that is locked can say no more.
    if let error = frame["error"] { return fault(in: error) }
    let isList = members.first?.value.texts == ["list"]
    guard isList else { return frame["missing"]?.boolean == true ? nil : "it does not say missing" }
    guard let names = frame["names"], names.kind == .array else { return "it has no 'names'" }
    for name in names.elements {
      guard name["name"]?.string != nil, name["origins"]?.kind == .array,
        name["origins"]?.elements.allSatisfy({ $0.string != nil }) == true
      else { return "an item of 'names' has no name with origins" }
    }
    return nil
  }

  func keeping() throws(Fault) -> String? {
    let (problem, talk) = try greeting()
    if let problem { return problem }
    let name = ("name", BuiltJSON.text(Self.unlikely))
    let origins = ["https://conformance.invalid"]
    let steps: [(Members, expected: String)] = [
      (
        [
          ("op", .text("set")), name, ("value", .text("a \"b\"\n")), ("origins", .texts(origins)),
        ], #"{"done":true}"#
      ),
      (
        [("op", .text("get")), name],
        #"{"value":"a \"b\"\n","origins":["https://conformance.invalid"]}"#
      ),
      ([("op", .text("remove")), name], #"{"done":true}"#),
      ([("op", .text("get")), name], #"{"missing":true}"#),
    ]
    for (index, step) in steps.enumerated() {
      try talk.say([("id", BuiltJSON(index + 1)), ("secret", .map(step.0))])
      guard let frame = try talk.hear() else { return "it says nothing" }
      // A store that is written elsewhere takes none.
      if index == 0, frame["error"]?["code"]?.string == "not_supported" { return nil }
      guard let pattern = try? JSONDocument(text: step.expected).root else { return nil }
      if let difference = FramePattern(pattern: pattern).difference(from: frame) {
        return "\(difference), in the answer to \(step.0.first?.value.texts.first ?? "")"
      }
    }
    return nil
  }

  /// What is wrong with an error; nil for nothing.
  private func fault(in error: JSONValue) -> String? {
    guard let code = error["code"]?.string else { return "its error has no 'code'" }
    guard PluginErrorCode(rawValue: code) != nil else { return "'\(code)' is no code of an error" }
    return error["message"]?.string == nil ? "its error has no 'message'" : nil
  }
}
