import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallSafety
import Foundation
import SeededNumbers
import TestServers
import Testing
import YAMLTree

@Suite("The shown request and the sent request")
struct ShownRequestTests {
  private static let count = CaseCount.picked(75)

  @Test("show --as http prints what run sends, and show --as curl makes curl send the same")
  func generated() throws {
    let seed = TestSeed.picked()
    let server = try ScriptedServer.answering()
    let folder = "\(Place.scratch)/shown-\(seed)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data((0...255).map { UInt8($0) }).write(to: URL(filePath: "\(folder)/data.bin"))
    var maker = SpecMaker(seed: seed)
    var specs: [String] = []
    for number in 0..<Self.count {
      specs.append(maker.spec(for: "127.0.0.1:\(server.port)"))
      try specs[number].write(
        toFile: "\(folder)/\(number).yaml", atomically: false, encoding: .utf8)
    }
    try run(
      "apicall show $n.yaml --as http >$n.http && apicall show $n.yaml --as curl >$n.sh", folder)
    #expect(server.takeRequests().isEmpty)
    try run("apicall run $n.yaml >/dev/null", folder)
    let sent = server.takeRequests()
    try run("sh $n.sh >/dev/null 2>&1", folder)
    let sentByCurl = server.takeRequests()
    #expect(sent.count == Self.count)
    for number in 0..<min(sent.count, sentByCurl.count) {
      let shown = Array(try Data(contentsOf: URL(filePath: "\(folder)/\(number).http")))
      let wanted = Self.withoutBoundary(sent[number])
      guard
        Self.withoutBoundary(shown) != wanted
          || Self.withoutBoundary(sentByCurl[number]) != wanted
      else { continue }
      Issue.record(
        """
        seed \(seed), number \(number):
        \(specs[number])
        shown \(String(decoding: shown, as: UTF8.self).debugDescription)
        sent \(String(decoding: sent[number], as: UTF8.self).debugDescription)
        by curl \(String(decoding: sentByCurl[number], as: UTF8.self).debugDescription)
        \(try String(contentsOfFile: "\(folder)/\(number).sh", encoding: .utf8))
        """)
      return
    }
  }

  /// Returns a message with a fixed boundary between its parts: the original is random.
  private static func withoutBoundary(_ message: [UInt8]) -> [UInt8] {
    let start = Array("boundary=".utf8)
    guard let place = message.firstRange(of: start) else { return message }
    let boundary = Array(message[place.upperBound...].prefix { $0 > 0x20 })
    var result: [UInt8] = []
    var rest = message[...]
    while let found = rest.firstRange(of: boundary) {
      result += rest[..<found.lowerBound] + Array("BOUNDARY".utf8)
      rest = rest[found.upperBound...]
    }
    return result + rest
  }

  /// Runs a command for each spec, with its number as `$n`; all of them have to succeed.
  private func run(_ command: String, _ folder: String) throws {
    let script = "n=0; while [ $n -lt \(Self.count) ]; do \(command) || exit 1; n=$((n + 1)); done"
    let child = try ChildProcess(["/bin/sh", "-c", script], in: folder)
    let run = CommandRun(child)
    #expect(run.ending == .exit(0), "\(command): \(run.error)")
  }

  @Test(
    "curl sends any bytes of a body",
    arguments: [
      [], [0], Array(0...255), Array("@/etc/passwd".utf8), Array("%s%d\\n\\0".utf8),
      Array("'\"$(id)`id`\\".utf8), [0xFF, 0xC3], Array("é\u{202E}😀".utf8), [0x0A],
      [0x0D, 0x0A, 0x30],
      // More than one argument of a program can have; the testing library describes each byte.
      [UInt8](repeating: 0x27, count: 140_000), Array("-x".utf8), [0x00, 0x31, 0x37, 0x25],
    ])
  func bodies(_ bytes: [UInt8]) throws {
    let server = try ScriptedServer.answering()
    let headers: [HeaderField] = [
      HeaderField("Host", ProtectedText("127.0.0.1:\(server.port)")), HeaderField("X-Empty", ""),
      HeaderField("Content-Length", ProtectedText(String(bytes.count))),
    ]
    let request = OutgoingRequest(
      method: "POST",
      url: RequestURL(
        origin: Origin(scheme: .http, host: "127.0.0.1", port: server.port), path: "/a"),
      headers: headers, body: .bytes(ProtectedText(bytes: bytes)))
    let call = Call(
      endpoint: EndpointSpec(source: Source(name: "a.yaml", text: "")), scope: Scope(),
      request: request)
    let path = "\(Place.scratch)/curl-\(UInt64.random(in: 0...UInt64.max)).sh"
    try CurlCommand(call).text.write(toFile: path, atomically: false, encoding: .utf8)
    let run = CommandRun(try ChildProcess(["/bin/sh", path]))
    #expect(run.ending == .exit(0), "\(run.error)")
    let message = RequestMessage(request)
    var whole = message.head
    try message.writeBody(showingFiles: true) { whole += $0 }
    #expect(server.takeRequests() == [whole])
  }

  @Test("Secrets are variables, and the line sends the same once they are set")
  func secrets() throws {
    let server = try ScriptedServer.answering()
    let inputs = [
      "--host", server.url, "email=a@b", "password=pass", "api_key=k1",
    ]
    let program = try Place.program("apicall")
    func run(_ words: [String], in environment: [String: String] = [:]) throws -> CommandRun {
      let variables = Surroundings.variables.merging(environment) { $1 }
      let run = CommandRun(try ChildProcess(words, environment: variables))
      #expect(run.ending == .exit(0), "\(run.error)")
      return run
    }
    let answer = ["--format", "raw", "--set", "expect=!unset"]
    _ = try run([program, "run", "reqres/login"] + answer + inputs)
    let line = try run([program, "show", "reqres/login", "--as", "curl"] + inputs)
    #expect(!line.output.contains("=pass") && !line.output.contains("k1"))
    #expect(
      line.error == """
        apicall: set SECRET_api_key to the input 'api_key'
        apicall: set SECRET_password to the input 'password'

        """)
    _ = try run(
      ["/bin/sh", "-c", line.output],
      in: ["SECRET_api_key": "k1", "SECRET_password": "pass"])
    let sent = server.takeRequests()
    #expect(sent.count == 2 && sent[0] == sent[1])
  }
}
