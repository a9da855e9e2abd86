import TestServers
import Testing

@Suite("Texts in recordings that are not credentials")
struct RecordedHarmlessTests {
  /// A response, and the text of it that is recorded.
  struct Body: Sendable, CustomTestStringConvertible {
    var name: String
    var type = "text/plain"
    var text: String
    /// What is recorded; nil if that is the whole text.
    var recorded: String?
    var testDescription: String { name }
  }

  static let bodies = [
    Body(
      name: "sentences about fields",
      text: #"{"errors":{"password":["is too short"],"username":["is too short"]},"#
        + #""message":"Username is too short","cookie":"Cookie settings","token":"Token is bad"}"#),
    Body(name: "words with spaces", text: #"{"token":" understanding","text":"an understanding"}"#),
    Body(
      name: "a path", text: #"{"pwd":"/home/ann/project","file":"/home/ann/project/a.txt"}"#,
      recorded: #"{"pwd":"masked-1","file":"/home/ann/project/a.txt"}"#),
    Body(
      name: "an address", text: #"{"token":"https://a.example/","x":"https://a.example/b"}"#,
      recorded: #"{"token":"masked-1","x":"https://a.example/b"}"#),
    Body(
      name: "a plain word", text: #"{"token":"congratulations","x":"Say congratulations"}"#,
      recorded: #"{"token":"masked-1","x":"Say congratulations"}"#),
    Body(
      name: "a credential after a scheme",
      text: #"{"secret":"Bearer abcdefghijk1","x":"abcdefghijk1"}"#,
      recorded: #"{"secret":"masked-1","x":"masked-2"}"#),
    Body(
      name: "a column of words", type: "text/csv",
      text: "token,text\nunderstanding,an understanding of\nof course,x\n",
      recorded: "token,text\nmasked-1,an understanding of\nof course,x\n"),
    Body(
      name: "a placeholder in a manual", type: "text/plain",
      text: "Usage: tool login <password>\n\nCommands:\n  list   list all things\n"),
    Body(
      name: "placeholders in Markdown", type: "text/markdown",
      text: "Login with <token>\n\nand `<password>` and </password>\n"),
    Body(
      name: "a placeholder in HTML", type: "text/html",
      text: "<p>login <password></p><p>more text</p>"),
    Body(name: "small numbers", text: #"{"session_id":42,"token":12345,"n":1}"#),
  ]

  @Test("They are recorded as they are", arguments: bodies)
  func unchanged(_ body: Body) throws {
    let server = try ScriptedServer.answering { _ in response(body.text, type: body.type) }
    let folder = try RecordingFolder(["a.yaml": "host: <host>\n"], at: server.url)
    let run = try folder.run("run", "a.yaml", "--record", "rec")
    #expect(run.ending == .exit(0), "\(run.error)")
    let files = folder.tree("rec").filter { $0.key != "recording.yaml" }
    let text = String(decoding: files.first?.value ?? [], as: UTF8.self)
    #expect(files.count == 1 && text == body.recorded ?? body.text, "\(text)")
  }

  /// A place to which a script sends a value that a response has named.
  static let places = [
    "query: {q: <t>}", "path: /x/<t>/y", "form: {q: <t>}", "json: {q: [<t>]}",
    "headers: {X-Sent: <t>}", "multipart: {q: <t>}",
  ]

  @Test("A short value that is sent back is masked on both sides", arguments: places)
  func sentBack(_ place: String) throws {
    for token in ["\"abc12\"", "42", "1234567", "\"congratulations\"", "\"next page 2\""] {
      let server = try ScriptedServer.answering { request in
        let isLogin = String(decoding: request, as: UTF8.self).hasPrefix("GET /login ")
        return response(isLogin ? "{\"token\":\(token),\"n\":7}" : #"{"note":"fine","n":7}"#)
      }
      let folder = try RecordingFolder(
        [
          "login.yaml": "host: <host>\npath: /login\noutputs: {t: $.token}\n",
          "use.yaml": "host: <host>\ninputs: {t: }\nmethod: POST\n\(place)\n",
          "all.yaml": "steps:\n  login: {call: login.yaml}\n"
            + "  use: {call: use.yaml, with: {t: <login.t>}}\n",
        ], at: server.url)
      let run = try folder.run("run", "all.yaml", "--record", "rec")
      #expect(run.ending == .exit(0), "\(run.error)")
      let isMasked = folder.text("rec/1-login.json").contains("masked-1")
      #expect(isMasked == (token != "\"next page 2\""))
      #expect(folder.text("rec/recording.yaml").contains("<masked>") == isMasked)
      let replay = try folder.run("run", "all.yaml", "--replay", "rec")
      #expect(replay.ending == .exit(0), "\(token): \(replay.error)")
    }
  }

  @Test("A small number keeps its kind")
  func kind() throws {
    let server = try ScriptedServer.answering { _ in response(#"{"session_id":42}"#) }
    let spec =
      "host: <host>\nexpect: {body: {$.session_id: {type: integer}}}\nexamples: {a: {with: {}, response: {}}}\n"
    let folder = try RecordingFolder(["a.yaml": spec], at: server.url)
    let run = try folder.run("test", "a.yaml", "--record")
    #expect(run.ending == .exit(0), "\(run.error)")
  }
}
