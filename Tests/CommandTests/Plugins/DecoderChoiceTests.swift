import Testing

@Suite("A plugin's decoder, selected by the media type")
struct DecoderChoiceTests {
  private static let atom = "application/atom+xml"

  @Test(
    "It is preferred to plain text, but not to a format that apicall knows",
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
            text: '{"by": 1}'
      """)
    let run = try plugin.run(["--requester", "fixture", "--format", "compact"])
    #expect(run == CommandRun(ending: .exit(0), output: output, error: ""))
  }
}
