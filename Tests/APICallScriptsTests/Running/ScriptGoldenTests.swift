import GoldenFiles
import Testing

@Suite("Requests, output and messages of scripts")
struct ScriptGoldenTests {
  static let files = GoldenFile.all(in: "scripts")

  @Test("There are golden files")
  func exist() { #expect(!Self.files.isEmpty) }

  @Test("Each golden file holds a script and its whole result", arguments: files)
  func says(_ file: GoldenFile) async throws {
    try file.check(try await ScriptCase(try #require(file.text)).text())
  }
}
