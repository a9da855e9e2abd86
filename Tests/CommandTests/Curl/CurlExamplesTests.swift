import TestServers
import Testing

/// Every file in examples/curl/ begins with the curl command that it replaces; a recording server
/// sees the same from both.
@Suite("curl commands as endpoints")
struct CurlExamplesTests {
  static let files = Place.files(in: "examples/curl", suffix: ".yaml")

  /// The values of the commands' variables.
  private static let variables = [
    "AZURE_PAT", "CANVAS_TOKEN", "CLOUDFLARE_KEY", "DROPBOX_TOKEN", "GITHUB_TOKEN", "GITLAB_TOKEN",
    "GOOGLE_SECRET", "GRAPH_TOKEN", "INFLUX_TOKEN", "JIRA_TOKEN", "KUBE_TOKEN", "MAILGUN_KEY",
    "NOTION_TOKEN", "OPENAI_API_KEY", "PAYPAL_SECRET", "REGISTRY_TOKEN", "SENDGRID_KEY",
    "SHOPIFY_TOKEN", "SLACK_TOKEN", "STRIPE_KEY", "TWILIO_SID", "TWILIO_TOKEN", "VAULT_TOKEN",
  ]

  private static let environment = Surroundings.variables.merging(
    variables.map { ($0, "\($0.lowercased())-1") }, uniquingKeysWith: { $1 })

  /// Returns the command in the comment at the head of a file.
  private static func command(in text: String) -> String {
    text.split(separator: "\n").prefix { $0.hasPrefix("#") }
      .map { $0.dropFirst(2) }.joined(separator: "\n")
  }

  @Test("There are at least thirty of them, and each is listed")
  func count() throws {
    #expect(Self.files.count >= 30)
    let list = try Place.text("examples/README.md")
    for file in Self.files { #expect(list.contains(file)) }
  }

  @Test("A server receives the same from both", arguments: files)
  func same(_ file: String) throws {
    let server = try ScriptedServer.answering()
    let folder = "\(Place.package)/examples/curl"
    let command = Self.command(in: try Place.text("examples/curl/\(file)"))
    #expect(command.hasPrefix("curl "))
    // The request's own URL is the first such word; others may be part of a body.
    let plain = command.replacing(/([ "'])https:\/\//, maxReplacements: 1) { "\($0.1)http://" }
    let script = """
      curl() { command curl --silent --show-error --connect-to "::127.0.0.1:\(server.port)" "$@"; }
      \(plain)
      """
    let curl = CommandRun(
      try ChildProcess(["/bin/bash", "-c", script], in: folder, environment: Self.environment))
    #expect(curl.ending == .exit(0), "\(curl.error)")
    let expected = server.takeRequests()

    let allowed = Self.variables.flatMap { ["--allow-env", $0] }
    let program = try Place.program("apicall")
    let run = CommandRun(
      try ChildProcess(
        [program, "run", file, "--mock", server.url] + allowed, in: folder,
        environment: Self.environment))
    #expect(run.ending == .exit(0), "\(run.error)")
    let received = server.takeRequests()
    try #require(expected.count == 1 && received.count == 1)
    #expect(ReceivedRequest(received[0]) == ReceivedRequest(expected[0]))
  }
}
