import Testing

/// What looks like a check of a case, and is none.
@Suite("Checks of cases")
struct CaseCheckTests {
  private static let file =
    "host: <host>\npath: /\nexamples: {one: {with: {}, response: {json: {id: 1}}}}\n"

  @Test(
    "Each text that selects cases is in the name of one",
    arguments: [
      ("-k a.yaml -k typo", "no case has a name that contains 'typo'\n"),
      ("--tag smoke,other", ""),
      ("--tag smoke -k one", ""), ("--tag !other", ""),
    ])
  func names(options: String, words: String) throws {
    let folder = try RecordingFolder(["a.yaml": "test: {tags: [smoke]}\n\(Self.file)"])
    let run = try folder.run(["test"] + options.split(separator: " ").map(String.init))
    #expect(run.ending == .exit(words.isEmpty ? 0 : 64) && run.error.contains(words), "\(run)")
  }

  @Test(
    "A file in the folder of a case is part of a recording, or a golden file",
    arguments: ["Output.json", "golden.json", "recording.yml"])
  func files(name: String) throws {
    let folder = try RecordingFolder(["a.yaml": Self.file, "a.recorded/one/\(name)": "{}"])
    let run = try folder.run("test")
    #expect(run.ending != .exit(0), "\(run)")
    #expect(
      run.error.contains(
        """
        'a.recorded/one/\(name)' is neither a golden file nor part of a recording
          hint: a golden file is 'output' with an ending, and a recording has 'recording.yaml'

        """), "\(run.error)")
  }

  @Test("A rule for values of JSON is none for other output, also without a golden file")
  func scrub() throws {
    let text = Self.file.replacing("json: {id: 1}", with: "text: hello")
    let folder = try RecordingFolder(["a.yaml": "test: {scrub: {$.id: uuid}}\n\(text)"])
    let run = try folder.run("test")
    #expect(run.ending == .exit(9), "\(run)")
    #expect(
      run.error.contains("the output is not JSON, so '$.id' selects nothing in it\n"),
      "\(run.error)")
  }
}
