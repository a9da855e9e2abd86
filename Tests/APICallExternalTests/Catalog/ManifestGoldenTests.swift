import APICallBase
import APICallExternal
import APICallPluginKit
import GoldenFiles
import Testing
import YAMLTree

@Suite("Messages about invalid manifests")
struct ManifestGoldenTests {
  static let files = GoldenFile.all(in: "manifests")

  @Test("There are golden files")
  func exist() { #expect(!Self.files.isEmpty) }

  /// A golden file holds a manifest, a line `---- says`, and all messages about it.
  @Test("Each golden file holds a manifest and the whole message", arguments: files)
  func says(_ file: GoldenFile) throws {
    let text = try #require(file.text)
    let end = text.firstRange(of: "---- says\n")?.lowerBound ?? text.endIndex
    let manifest = String(text[..<end])
    let reading = ManifestReading(Array(manifest.utf8))
    let source = Source(name: "plugin.json", text: manifest)
    #expect((reading.manifest == nil) == !reading.problems.isEmpty)
    let problems = reading.problems.map { $0.diagnostic(in: source).text }.joined()
    let remarks = reading.remarks.map { $0.diagnostic(in: source).text }.joined()
    try file.check(
      manifest + "---- says\n" + problems + (remarks.isEmpty ? "" : "---- remarks\n" + remarks))
  }
}
