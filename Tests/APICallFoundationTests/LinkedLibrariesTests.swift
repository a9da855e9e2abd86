import Foundation
import Testing

@Suite("What the library links")
struct LinkedLibrariesTests {
  @Test("Foundation is imported only where its types are the purpose")
  func imports() throws {
    let root = URL(filePath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let sources = root.appending(path: "Sources")
    let files = try #require(FileManager.default.enumerator(atPath: sources.path))
    var read = 0
    var found: Set<Substring> = []
    for case let file as String in files where file.hasSuffix(".swift") {
      let text = try String(contentsOf: sources.appending(path: file), encoding: .utf8)
      read += 1
      let imports = text.split(separator: "\n").contains { line in
        line.range(
          of: #"^\s*(@\w+ )?((public|package|internal|private|fileprivate) )?import Foundation"#,
          options: .regularExpression) != nil
      }
      if imports, let target = file.split(separator: "/").first { found.insert(target) }
    }
    #expect(read > 500)
    // The mock server is a program of its own, and the other one contains the text of a plugin.
    #expect(found == ["APICallFoundation", "apicall-serve", "APICallPluginTools"])
  }
}
