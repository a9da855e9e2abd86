import APICallBase
import APICallExternal
import APICallPluginKit
import JSONText
import YAMLTree

/// Checks the program of a plugin that uses frames.
struct FrameConformance {
  typealias Fault = RehearsalProcess.Fault

  let rehearsal: Rehearsal
  let role: PluginRole

  /// Returns the problem in words; nil without one.
  func problem(_ rule: ConformanceRule) throws(Fault) -> String? {
    switch rule {
    case .usage: return try usage()
    case .quiet: return try quiet()
    default: break
    }
    guard let text = RuleTranscript.text(of: rule, for: role) else { return nil }
    let needsHost = text.contains("@HOST@")
    let server = needsHost ? OneResponseServer() : nil
    // Without a free port, nothing can be found out about the plugin.
    if needsHost, server == nil { return nil }
    defer { server?.stop() }
    // No program listens on a port that was free a moment ago.
    if rule != .exchange { server?.stop() }
    let steps: [PluginTranscript.Step]
    do throws(Failure) {
      steps = try PluginTranscript(filled(text, server?.port ?? 1), isRule: true).steps
    } catch {
      return error.diagnostics.first?.message
    }
    let talk = FrameTalk(try rehearsal.conversation(), rehearsal.patience)
    if let reason = try talk.play(steps) { return reason }
    switch rule {
    case .end: return try talk.end(within: PluginLimits.ending).map { "it \($0)" }
    case .exchange: return server.flatMap { difference(talk.heard, from: $0) }
    default: return nil
    }
  }

  private func usage() throws(Fault) -> String? {
    let process = try rehearsal.conversation([])
    process.closeInput()
    if let frame = try process.next(within: PluginLimits.greeting) {
      return "it writes \(FramePattern.excerpt(frame.head))"
    }
    let ending = try process.end(within: PluginLimits.greeting)
    guard ending == .status(64) else { return "it \(ending.reason)" }
    return process.words.isEmpty ? "it prints nothing" : nil
  }

  private func quiet() throws(Fault) -> String? {
    let process = try rehearsal.conversation()
    do throws(Fault) {
      let frame = try process.next(within: .milliseconds(500))
      return frame.map { "it writes \(FramePattern.excerpt($0.head))" } ?? "it exits at once"
    } catch .silent {
      return nil
    }
  }

  /// The difference between what a server received and sent and what a requester reports; nil if
  /// there is none, or if the requester responds without a network.
  private func difference(_ heard: [Frame], from server: OneResponseServer) -> String? {
    guard let received = server.received else { return nil }
    let text = String(decoding: received, as: UTF8.self)
    guard text.hasPrefix("POST /conformance?a=1 HTTP/1.1\r\n") else {
      return "the server received '\(ByteText.escaped(received[...], limit: 80))'"
    }
    guard text.hasSuffix("hello") else { return "the server did not receive the body 'hello'" }
    let status = heard.lazy.compactMap { $0["response"]?["status"]?.text }.first ?? ""
    let body = heard.flatMap(\.payload)
    guard status == "200", body == OneResponseServer.body else {
      return "it returns the status \(status) and '\(ByteText.escaped(body[...], limit: 80))'"
    }
    return nil
  }

  private func filled(_ text: String, _ port: UInt16) -> Source {
    let features = BuiltJSON.texts(HostProtocol.features).compact
    let hello =
      #""host":"apicall/0","role":"\#(role.kind.rawValue)","name":"\#(role.names.first ?? "")","#
      + #""features":\#(features),"interactive":false,"options":\#(BuiltJSON.map(options).compact),"#
      + #""x-conformance":[{"a":null}]"#
    return Source(
      name: "",
      text: text.replacing("@PROTOCOL@", with: "\(HostProtocol.version)")
        .replacing("@HOST@", with: "127.0.0.1:\(port)").replacing("@HELLO@", with: hello))
  }

  /// The values of the options that have a default or are required.
  private var options: [(key: String, value: BuiltJSON)] {
    rehearsal.plugin.manifest.options.compactMap { option in
      let given = option.defaultValue ?? option.choices.first
      guard option.isRequired || option.defaultValue != nil else { return nil }
      return switch option.kind {
      case .string: (option.name, .text(given ?? "conformance"))
      case .integer, .number: (option.name, .number(given ?? "1"))
      case .boolean: (option.name, .boolean(given ?? "true" == "true"))
      }
    }
  }
}
