import Foundation
import TestServers
import Testing

@Suite(
  "The certificates of a profile", .enabled(if: TLSServer.isThere))
struct ProfileCertificateTests {
  private static let otherPin = "sha256//AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
  private let server: TLSServer
  private let folder = "\(Place.scratch)/profile-\(UUID().uuidString)"

  /// Starts a server whose certificate only its own file vouches for.
  init() throws {
    server = try TLSServer(
      answering: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok", endsTLS: true)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileManager.default.copyItem(atPath: server.certificate, toPath: "\(folder)/ca.pem")
    try "path: /x\nredirects: 3\n".write(
      toFile: "\(folder)/get.yaml", atomically: true, encoding: .utf8)
  }

  /// Makes a call of the profile.
  private func run(
    _ settings: String, trusting: Bool = true, host: String? = nil, _ options: String...
  ) throws -> CommandRun {
    defer { server.stop() }
    let host = host ?? "https://127.0.0.1:\(server.port)"
    try "profile: own\nprofiles:\n  own: {host: '\(host)', \(settings)}\n"
      .write(toFile: "\(folder)/apicall.yaml", atomically: true, encoding: .utf8)
    if trusting { #expect(try CommandRun("trust", ".", in: folder).ending == .exit(0)) }
    return CommandRun(
      try ChildProcess([Place.program("apicall"), "run", "get.yaml"] + options, in: folder))
  }

  @Test("Its host is trusted by its CA certificates")
  func trusted() throws {
    let run = try run("ca: ca.pem")
    #expect(run == CommandRun(ending: .exit(0), output: "ok", error: ""))
  }

  @Test(
    "Its host gets the client certificate of the profile, in a trusted folder alone",
    arguments: [
      ("ca: ca.pem, cert: ca.pem, key: k.pem", true, ""),
      ("ca: ca.pem", true, "requires a client certificate"),
      ("cert: ca.pem", false, "'cert' of a profile is used only in a trusted folder"),
      ("ca: ca.pem, cert: none.pem", true, "'none.pem' is not a file"),
      ("ca: ca.pem, key: k.pem", true, "'key' of a profile has no effect without 'cert'"),
    ])
  func clientCertificate(settings: String, isTrusted: Bool, words: String) throws {
    let asking = try TLSServer(version: "-Verify 1 -verify_return_error -CAfile c.pem")
    defer { asking.stop() }
    try FileManager.default.removeItem(atPath: "\(folder)/ca.pem")
    for (file, name) in [(asking.certificate, "ca.pem"), (asking.key, "k.pem")] {
      try FileManager.default.copyItem(atPath: file, toPath: "\(folder)/\(name)")
    }
    let run = try run(
      settings, trusting: isTrusted, host: "https://127.0.0.1:\(asking.port)", "--decode", "text")
    #expect((run.ending == .exit(0)) == words.isEmpty, "\(run)")
    #expect(words.isEmpty || run.error.contains(words), "\(run)")
  }

  @Test("Without them, it is not")
  func untrusted() throws {
    let run = try run("headers: {}")
    #expect(run.ending == .exit(76), "\(run.error)")
    #expect(run.error.contains("certificate"), "\(run.error)")
  }

  @Test("A folder that is not trusted cannot name them")
  func stranger() throws {
    let run = try run("ca: ca.pem", trusting: false)
    #expect(run.ending == .exit(77), "\(run.error)")
    #expect(
      run.error.contains("'ca' of a profile is used only in a trusted folder"), "\(run.error)")
  }

  @Test("A file that does not exist is an error at its place")
  func missing() throws {
    let run = try run("ca: certs/none.pem")
    #expect(run.ending == .exit(66), "\(run.error)")
    #expect(run.error.contains("'certs/none.pem' is not a file"), "\(run.error)")
  }

  @Test("A key that is not pinned is refused, also if the certificate is trusted")
  func pinned() throws {
    let run = try run("ca: ca.pem, pin: \(Self.otherPin)")
    #expect(run.ending == .exit(76), "\(run.error)")
    #expect(
      run.error.contains("the server's key does not match the pinned keys"), "\(run.error)")
  }

  @Test("A malformed pin is an error of the file")
  func malformedPin() throws {
    let run = try run("pin: sha1//AAAA")
    #expect(run.ending == .exit(78), "\(run.error)")
    #expect(
      run.error.contains("'sha1//AAAA' is not the digest of a key"), "\(run.error)")
  }

  @Test("A redirect to another origin is not trusted by them")
  func redirected() throws {
    let redirecting = try ScriptedServer.answering { [port = server.port] _ in
      "HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1:\(port)/\r\nContent-Length: 0\r\n\r\n"
    }
    let run = try run(
      "ca: ca.pem, hosts: {other: https://other.example}", host: redirecting.url)
    #expect(run.ending == .exit(76), "\(run.error)")
    #expect(run.error.contains("certificate"), "\(run.error)")
  }

  @Test("A redirect from another origin has to meet a pinned key, too")
  func redirectedHere() throws {
    let redirecting = try ScriptedServer.answering { [port = server.port] _ in
      "HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1:\(port)/\r\nContent-Length: 0\r\n\r\n"
    }
    let run = try run("pin: \(Self.otherPin)", "--host", redirecting.url, "--insecure")
    #expect(run.ending == .exit(76), "\(run.error)")
    #expect(
      run.error.contains("the server's key does not match the pinned keys"), "\(run.error)")
  }

  @Test("The requester of a plugin, which cannot check them, is refused")
  func plugin() throws {
    defer { server.stop() }
    let odd = try PluginFolder(
      role: #""role": "requester", "mode": "framed", "schemes": ["https"]"#, script: "exit 1\n")
    try odd.write("path: /x\nrequester: odd\n")
    try "profile: own\nprofiles: {own: {host: 'https://127.0.0.1', pin: '\(Self.otherPin)'}}\n"
      .write(toFile: "\(odd.path)/apicall.yaml", atomically: true, encoding: .utf8)
    let run = try odd.run()
    #expect(run.ending == .exit(78), "\(run.error)")
    #expect(
      run.error.contains("the requester 'odd' does not know 'ca', 'cert' and 'pin' of the profile"),
      "\(run.error)")
  }

  @Test("The option takes precedence")
  func option() throws {
    let empty = "\(folder)/empty.pem"
    try "".write(toFile: empty, atomically: true, encoding: .utf8)
    let run = try run("ca: ca.pem", "--cacert", empty)
    #expect(run.ending != .exit(0), "\(run.error)")
  }
}
