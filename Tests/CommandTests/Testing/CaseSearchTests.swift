import Testing

@Suite("Which files have cases")
struct CaseSearchTests {
  private static let good =
    "url: http://127.0.0.1:1/\nexamples: {one: {with: {}, response: {json: {}}}}\n"

  @Test("A file with an error is told though it seems to have no examples, and the others run")
  func misspelt() throws {
    let files = [
      "good.yaml": Self.good,
      "bad.yaml": Self.good.replacing("examples", with: "exmaples"),
      "endpoints/worse.yaml": "a-field: 1\n",
      "other.yaml": "services: {}\n", "empty.yaml": "# nothing\n",
    ]
    for options in [[], ["--uncovered"]] {
      let run = try RecordingFolder(files).run(["test"] + options)
      #expect(run.ending == .exit(65))
      #expect(
        run.error == """
          bad.yaml:2:1: error: unknown field 'exmaples'
            2 | exmaples: {one: {with: {}, response: {json: {}}}}
              | ^^^^^^^^
            hint: did you mean 'examples'?

          apicall: 'endpoints/worse.yaml' does not begin with a field of an endpoint or a script
            hint: 'apicall check endpoints/worse.yaml' reports its errors

          good.yaml: 1 passed
          1 passed, 2 files have errors; nothing was sent

          """, "\(run.error)")
    }
  }

  @Test("Examples of the project are cases of every file")
  func defaults() throws {
    let folder = try RecordingFolder([
      "apicall.yaml": "defaults: {examples: {one: {with: {}, response: {json: {}}}}}\n",
      "a.yaml": "url: http://127.0.0.1:1/\n",
    ])
    let run = try folder.run("test")
    #expect(run.ending == .exit(0))
    #expect(run.error == "a.yaml: 1 passed\n1 passed; nothing was sent\n", "\(run.error)")
  }

  @Test("A case that is skipped does not cover its endpoint")
  func skipped() throws {
    let skipped = Self.good.replacing("with: {},", with: "with: {}, test: {skip: broken},")
    let folder = try RecordingFolder(["a.yaml": Self.good, "b.yaml": skipped])
    let run = try folder.run("test", "--uncovered")
    #expect(run.ending == .exit(9))
    #expect(
      run.error == """
        a.yaml: 1 passed
        b.yaml: 1 skipped
        skipped b.yaml::one: broken
        without a case:
          b.yaml
        1 passed, 1 skipped, 1 endpoint without a case; nothing was sent

        """, "\(run.error)")
  }

  @Test("To skip a case needs a reason", arguments: ["true", "false"])
  func noReason(_ word: String) throws {
    let folder = try RecordingFolder(["a.yaml": Self.good + "test: {skip: \(word)}\n"])
    let run = try folder.run("test")
    #expect(run.ending == .exit(65))
    let marks = String(repeating: "^", count: word.utf8.count)
    #expect(
      run.error == """
        a.yaml:3:14: error: 'skip' takes the reason, not '\(word)'
          3 | test: {skip: \(word)}
            |              \(marks)
          hint: leave 'skip' out to run the cases, or write why they are not run

        0 passed, 1 file has errors; nothing was sent

        """, "\(run.error)")
  }
}
