import Testing

/// Every script in examples/ runs against the mock server, and prints the contents of its `.out`
/// file.
@Suite("Example scripts")
struct ExampleScriptsTests {
  static let scripts = Place.files(in: "examples", suffix: ".sh")

  @Test("There are as many outputs as scripts")
  func outputsExist() {
    let outputs = Place.files(in: "examples", suffix: ".out")
    #expect(!Self.scripts.isEmpty)
    #expect(outputs.map { $0.dropLast(4) } == Self.scripts.map { $0.dropLast(3) })
  }

  @Test("A script prints its expected output", arguments: scripts)
  func output(_ script: String) throws {
    let url = try ServeProcess.shared.get().url
    let run = CommandRun(
      try ChildProcess(["/bin/sh", "examples/\(script)", "--mock", url]))
    let path = "examples/\(script.dropLast(3)).out"
    let expected = try? Place.text(path)
    #expect(run.ending == .exit(0), "\(run.error)")
    #expect(run.output == expected)
    if run.output != expected, Recording.isWanted { try Recording.write(run.output, to: path) }
  }

  @Test("A script stops at errors, shows its usage, and is listed", arguments: scripts)
  func form(_ script: String) throws {
    let text = try Place.text("examples/\(script)")
    #expect(text.hasPrefix("#!/bin/sh\n# "))
    #expect(text.contains("\nset -eu\n"))
    #expect(text.contains("examples/\(script)"))
    #expect(text.contains("\"$@\""))
    #expect(try Place.text("examples/README.md").contains(script))
  }
}
