import Testing

@Suite("The decoder of a plugin, chosen by the media type")
struct DecoderChoiceTests {
  private static let atom = "application/atom+xml"

  @Test(
    "goes before text as it came, not before a format that apicall knows",
    arguments: [(atom, "{\"by\":\"plugin\"}\n"), ("application/hal+json", "{\"by\":1}\n")])
  func order(_ type: String, _ output: String) throws {
    let plugin = try PluginFolder(
      role: #""role": "decoder", "accepts": ["*/*+xml", "*/*+json"]"#,
      script: #"cat >/dev/null; echo '{"by": "plugin"}'"#)
    try plugin.write(
      """
      method: GET
      url: http://a.example/
      examples:
        ok:
          response:
            headers: {Content-Type: \(type)}
            body: '{"by": 1}'
      """)
    let run = try plugin.run(["--requester", "fixture", "--format", "compact"])
    #expect(run == CommandRun(ending: .exit(0), output: output, error: ""))
  }
}
