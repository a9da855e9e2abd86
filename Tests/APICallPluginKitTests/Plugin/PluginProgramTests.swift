import Glibc
import JSONText
import Testing

@testable import APICallPluginKit

/// Plays the host with given frames, and compares everything the plugin writes.
@Suite("A plugin's program")
struct PluginProgramTests {
  /// Echoes its input in several ways.
  struct EchoService: PluginService {
    static let version = "2.1"
    static let features = ["cancel"]

    private let channel: PluginChannel
    private var body: [UInt8] = []

    init(_ hello: PluginHello, _ channel: PluginChannel) throws(PluginFailure) {
      guard hello.role == "echo" else { throw PluginFailure(.notSupported, "no '\(hello.role)'") }
      self.channel = channel
      if let greeting = hello.text("greeting") { channel.log(greeting, level: "debug") }
    }

    mutating func begin(_ message: PluginMessage) throws(PluginFailure) {
      switch message.kind {
      case "say":
        let fields = message.pairs("headers").map { "\($0.name)=\($0.value)" }
        channel.finish(
          message.id, [("text", .text(try message.text("text"))), ("headers", .texts(fields))])
        // Already answered: frames that come now are dropped.
        channel.fail(message.id, PluginFailure(.internal, "late"))
      case "long":
        let text = String(repeating: "x", count: 70_000)
        channel.finish(message.id, [("text", .text(text))])
      case "collect": body = []
      default: throw PluginFailure(.notSupported, "no '\(message.kind)'")
      }
    }

    mutating func receive(_ piece: [UInt8], of id: Int) throws(PluginFailure) {
      body += piece
      guard body.count <= 8 else { throw PluginFailure(.tooLarge, "enough", isRetryable: true) }
    }

    mutating func end(_ id: Int) throws(PluginFailure) {
      channel.body(id, body.span)
      channel.finish(id, [("end", .boolean(true))])
    }

    mutating func cancel(_ id: Int) { channel.fail(id, PluginFailure(.cancelled, "stopped")) }
  }

  static let hello = #"{"hello":{"protocols":[1],"role":"echo"}}"# + "\n"
  static let welcome = #"{"hello":{"protocol":1,"version":"2.1","features":["cancel"]}}"# + "\n"

  struct Case: CustomTestStringConvertible {
    let testDescription: String
    /// The host's frames, after a hello that fits.
    let said: String
    /// The plugin's frames, after its own hello.
    let answer: String
    var status: Int32 = 0
  }

  static let cases = [
    Case(testDescription: "nothing", said: "", answer: ""),
    Case(
      testDescription: "a message",
      said: #"{"id":1,"say":{"text":"é","headers":[["A","b"],["c"],7,["D","e"]]}}"# + "\n",
      answer: #"{"id":1,"text":"é","headers":["A=b","D=e"]}"# + "\n"),
    Case(
      testDescription: "a message without what it needs",
      said: #"{"id":1,"say":{"text":1}}"# + "\n",
      answer: #"{"id":1,"error":{"code":"bad_input","message":"'say' has no string 'text'"}}"#
        + "\n"),
    Case(
      testDescription: "unknown kinds and frames that mean nothing",
      said: #"{"id":1,"dance":{}}"# + "\n" + "{}\n" + #"{"id":2}"# + "\n" + #"{"note":1}"# + "\n",
      answer: #"{"id":1,"error":{"code":"not_supported","message":"no 'dance'"}}"# + "\n"),
    Case(
      testDescription: "a body in pieces",
      said: #"{"id":3,"collect":{}}"# + "\n" + #"{"id":3,"body":true,"bytes":2}"# + "\na\n"
        + #"{"id":3,"body":true,"bytes":1}"# + "\nb" + #"{"id":3,"end":true}"# + "\n",
      answer: #"{"id":3,"body":true,"bytes":3}"# + "\na\nb" + #"{"id":3,"end":true}"# + "\n"),
    Case(
      testDescription: "a body that is refused: what comes of it later is dropped",
      said: #"{"id":3,"collect":{}}"# + "\n" + #"{"id":3,"body":true,"bytes":9}"# + "\n123456789"
        + #"{"id":3,"body":true,"bytes":1}"# + "\nb" + #"{"id":3,"end":true}"# + "\n",
      answer: #"{"id":3,"error":{"code":"too_large","message":"enough","retryable":true}}"# + "\n"),
    Case(
      testDescription: "an end of what has not begun", said: #"{"id":3,"end":true}"# + "\n",
      answer: ""),
    Case(
      testDescription: "cancelled, and cancelled again",
      said: #"{"id":1,"collect":{}}"# + "\n" + #"{"cancel":1}"# + "\n" + #"{"cancel":1}"# + "\n"
        + #"{"cancel":7}"# + "\n" + #"{"id":1,"end":true}"# + "\n",
      answer: #"{"id":1,"error":{"code":"cancelled","message":"stopped"}}"# + "\n"),
    Case(
      testDescription: "an answer longer than a frame", said: #"{"id":1,"long":{}}"# + "\n",
      answer: #"{"id":1,"error":{"code":"too_large","#
        + #""message":"the response is longer than a frame can be"}}"# + "\n"),
    Case(testDescription: "what is no frame", said: "hello?\n", answer: "", status: 65),
    Case(testDescription: "half a frame", said: #"{"id":1"#, answer: "", status: 65),
  ]

  @Test("It answers each request", arguments: cases)
  func answers(_ each: Case) throws {
    let (status, answer) = try serve(Self.hello + each.said)
    #expect(answer == Self.welcome + each.answer)
    #expect(status == each.status)
  }

  @Test("It sends hello, or an error")
  func hello() throws {
    let refusal = #"{"error":{"code":"protocol_unsupported","#
    #expect(try serve("") == (0, ""))
    #expect(
      try serve(#"{"hello":{"protocols":[2,3],"role":"echo"}}"# + "\n")
        == (0, refusal + #""message":"this plugin supports protocol 1, not '2, 3'"}}"# + "\n"))
    #expect(
      try serve(#"{"hello":{"protocols":[1],"role":"auth"}}"# + "\n")
        == (0, #"{"error":{"code":"not_supported","message":"no 'auth'"}}"# + "\n"))
    #expect(
      try serve(#"{"id":1,"say":{}}"# + "\n")
        == (
          0, #"{"error":{"code":"bad_input","message":"the first frame is not a 'hello'"}}"# + "\n"
        ))
    let greeting = #"{"hello":{"protocols":[1],"role":"echo","options":{"greeting":"hi"}}}"# + "\n"
    #expect(
      try serve(greeting)
        == (0, #"{"log":{"level":"debug","text":"hi"}}"# + "\n" + Self.welcome))
  }

  /// Returns what a plugin writes, and the status it would exit with, if the host sends a text and
  /// closes.
  private func serve(_ said: String) throws -> (Int32, String) {
    let input = try file(holding: said)
    let output = try file(holding: "")
    defer {
      close(input)
      close(output)
    }
    let status = PluginProgram.serve(EchoService.self, from: input, to: output)
    lseek(output, 0, SEEK_SET)
    var bytes = [UInt8](repeating: 0, count: 1 << 20)
    let count = bytes.withUnsafeMutableBytes { read(output, $0.baseAddress, $0.count) }
    return (status, String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self))
  }

  /// A descriptor of a file without a name.
  private func file(holding text: String) throws -> Int32 {
    let stream = try #require(tmpfile())
    defer { fclose(stream) }
    let descriptor = dup(fileno(stream))
    try #require(descriptor >= 0)
    let bytes = Array(text.utf8)
    let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
    try #require(count == bytes.count)
    lseek(descriptor, 0, SEEK_SET)
    return descriptor
  }
}
