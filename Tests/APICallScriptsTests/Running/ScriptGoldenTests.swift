import GoldenFiles
import Testing

@Suite("What scripts send, print and say")
struct ScriptGoldenTests {
  static let files = GoldenFile.all(in: "scripts")

  @Test("there are golden files")
  func exist() { #expect(!Self.files.isEmpty) }

  @Test("each golden file holds a script and all that came of it", arguments: files)
  func says(_ file: GoldenFile) async throws {
    try file.check(try await ScriptCase(try #require(file.text)).text())
  }
}
