import Foundation
import Testing
import YAMLTree

/// The files in examples/servers, each of which does a job at a server that others have written.
///
/// `PipelineTests` runs each of them against a server of its own, and the tests beside this one run
/// them against the real servers.
@Suite("Files for real servers")
struct ServerFilesTests {
  static let folder = "examples/servers"
  static let files = Place.files(in: folder, suffix: ".yaml")
  static let shellScripts = Place.files(in: "\(folder)/shell", suffix: ".sh")

  @Test("There are at least seventeen")
  func count() { #expect(Self.files.count >= 17) }

  @Test(
    "A file is executable, has the server as an input, is run by a case, and is listed",
    arguments: files)
  func form(_ file: String) throws {
    let path = "\(Self.folder)/\(file)"
    #expect(FileManager.default.isExecutableFile(atPath: "\(Place.package)/\(path)"))
    let text = try Place.text(path)
    #expect(text.hasPrefix("#!/usr/bin/env -S apicall run\nsummary: "))
    let root = try #require(YAMLReader().read(Source(name: path, text: text)).root)
    let server = try #require(root["inputs"]?["server"]?["default"]?.scalar?.text)
    #expect(server.wholeMatch(of: /http:\/\/127\.0\.0\.1:\d+/) != nil)
    #expect(try PipelineCase("server-\(file.dropLast(".yaml".count))").file == path)
    #expect(try Place.text("examples/README.md").contains("(servers/\(file))"))
  }

  @Test(
    "A shell script does the same as the file with its name, stops at errors, and is listed",
    arguments: shellScripts)
  func shell(_ script: String) throws {
    let path = "\(Self.folder)/shell/\(script)"
    #expect(FileManager.default.isExecutableFile(atPath: "\(Place.package)/\(path)"))
    let twin = script.replacing(".sh", with: ".yaml")
    #expect(Self.files.contains(twin))
    let text = try Place.text(path)
    #expect(text.replacing("\n#", with: "").contains("what \(twin) does"))
    #expect(text.contains("\nset -euo pipefail\n"))
    #expect(try Place.text("examples/README.md").contains("(servers/shell/\(script))"))
  }
}
