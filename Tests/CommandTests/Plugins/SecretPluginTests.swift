import Testing

@Suite("A plugin that stores secrets")
struct SecretPluginTests {
  @Test(
    "What it says of a secret that it does not store is shown without the secret",
    arguments: [
      ("an error", #"echo "{\"id\":$id,\"error\":{\"message\":\"locked: $line\"}}""#),
      ("its standard error", #"echo "cannot store s3cret-of-ann" >&2; exit 3"#),
    ])
  func repeated(_ row: (name: String, reply: String)) throws {
    let folder = try PluginFolder(
      role: #""role": "secret""#,
      script: """
        id=0
        while read -r line; do
          case $line in
            *hello*) echo '{"hello":{"protocol":1}}' ;;
            *'"op":"get"'*) id=$((id + 1)); echo "{\\"id\\":$id,\\"missing\\":true}" ;;
            *) id=$((id + 1)); line=s3cret-of-ann; \(row.reply) ;;
          esac
        done

        """)
    let run = try folder.run(
      shell: "printf s3cret-of-ann | $APICALL secrets set key - --source odd --origin http://a.test"
    )
    #expect(run.ending == .exit(7), "\(run)")
    #expect(!run.error.contains("s3cret-of-ann"))
    #expect(run.error.contains("***"), "\(run)")
  }

  @Test("A plugin that fails on a secret that no source has says how to store it")
  func unavailable() throws {
    let folder = try PluginFolder(
      role: #""role": "secret""#,
      script: """
        while read -r line; do
          case $line in
            *hello*) echo '{"hello":{"protocol":1}}' ;;
            *) echo '{"id":1,"error":{"code":"auth_failed","message":"it is not available"}}' ;;
          esac
        done

        """)
    let run = try folder.run(
      shell: """
        printf 'url: http://127.0.0.1:9/\nheaders: {X-Key: <secret.key>}\n' >call.yaml
        $APICALL run call.yaml
        """)
    #expect(run.ending == .exit(77), "\(run)")
    #expect(
      run.error == """
        call.yaml:2:18: error: the secret 'key' cannot be read: the plugin 'odd' failed: it is not available
          2 | headers: {X-Key: <secret.key>}
            |                  ^^^^^^^^^^^^
          hint: no source before 'odd' has a secret 'key': 'apicall secrets set key --origin ORIGIN --source file' stores one in a file

        """)
  }
}
