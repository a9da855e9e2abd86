import TestServers
import Foundation
import SeededNumbers
import Testing

/// The server sends back what it received, in an error page.
@Suite("Stored secrets in output")
struct SecretLeakTests {
  private static let server = Result {
    try ScriptedServer { request, connection in
      let line = request.split(separator: "\r\n").first ?? ""
      let token = request.split(separator: "\r\n").first { $0.hasPrefix("Authorization: ") } ?? ""
      connection.send(
        Array(
          """
          HTTP/1.1 401 No \(token)\r
          Content-Type: text/plain\r
          X-Again: \(line)\r
          \r
          \(line) \(token)
          """.utf8))
    }
  }

  private static let commands = [
    "apicall run call.yaml -v --print a", "apicall run call.yaml -v --output out",
    "apicall run call.yaml --events events >/dev/null; cat events",
    "apicall run call.yaml --envelope --select '$.request'",
    "apicall run call.yaml --json >/dev/null",
    "apicall run call.yaml --host http://b.example", "apicall show call.yaml",
    "apicall show call.yaml --as http", "apicall show call.yaml --as json",
    "apicall show call.yaml --as curl", "apicall show call.yaml --origin",
    "apicall check call.yaml",
    "apicall list call.yaml --json", "apicall fmt --check call.yaml",
    "apicall run call.yaml --help",
    "apicall secrets list", "apicall secrets list --json", "apicall secrets remove nothing",
    "printf %s \"$VALUE\" | apicall secrets set again - --origin http://a.example",
    "apicall secrets set again \"$VALUE\" --origin http://a.example",
    "apicall __complete secrets remove ''",
  ]

  @Test("No command ever prints a value", arguments: [91, 92, 93])
  func leaks(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let server = try Self.server.get()
    let home = try SecretsHome(
      """
      host: \(server.url)
      path: /x/<secret.shop>
      auth: {type: bearer, token: <secret.other | base64>}
      query: {a: <secret.shop>}
      json: {a: <secret.shop>}
      outputs: {a: $.a}

      """)
    let bits = ["k7", "\"", "\\", "<", "&", "=", "+", " ", "%41", "é", "/", "<secret.shop>"]
    let cores = ["core\(random.next())", "core\(random.next())"]
    let values = cores.map {
      random.text(of: bits, below: 4) + $0 + random.text(of: bits, below: 4)
    }
    let variables = [
      "VALUE": values[0], "APICALL_SECRET_OTHER": values[1],
      "APICALL_SECRET_OTHER_ORIGINS": server.url,
    ]
    try home.store("shop", values[0], for: server.url)
    for command in Self.commands {
      let run = try home.shell(command, variables: variables)
      for core in cores {
        let encoded = Data(core.utf8).base64EncodedString().prefix(12)
        #expect(!(run.output + run.error).contains(core), "seed \(seed): \(command): \(run)")
        #expect(!(run.output + run.error).contains(encoded), "seed \(seed): \(command): \(run)")
      }
    }
  }
}
