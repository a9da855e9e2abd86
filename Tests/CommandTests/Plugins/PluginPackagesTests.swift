import APICallExternal
import Foundation
import Testing

/// The bundled plugins, as built by `make/plugins`, and the example plugins.
@Suite("Bundled plugins")
struct PluginPackagesTests {
  private static let builtFolder = ".build/release/plugins"
  private static let bundled = folders("plugins")
  private static let built = folders(builtFolder)
  private static let examples = folders("examples/plugins")

  /// Returns the names of the folders in a folder of the package that contain a plugin.
  private static func folders(_ folder: String) -> [String] {
    let path = "\(Place.package)/\(folder)"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { FileManager.default.fileExists(atPath: "\(path)/\($0)/plugin.json") }
      .sorted()
  }

  /// Plays a plugin's transcripts, and runs the checks for all plugins.
  private func check(_ folder: String) throws {
    let run = CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "plugins", "test", folder, "--conformance"], in: Place.package))
    let lines = run.output.split(separator: "\n")
    #expect(run.ending == .exit(0), "\(run.output)\(run.error)")
    #expect(lines.allSatisfy { $0.hasPrefix("ok: ") })
    let transcripts = Place.files(in: "\(folder)/tests", suffix: ".transcript")
    #expect(lines.count { $0.hasSuffix(".transcript") } == transcripts.count)
    #expect(lines.count > transcripts.count)
  }

  @Test("A built plugin does what its transcripts say", arguments: built)
  func bundledPlugin(_ name: String) throws { try check("\(Self.builtFolder)/\(name)") }

  @Test("There are examples")
  func exist() { #expect(Self.examples.count >= 4) }

  @Test("An example does what its transcripts say, and is listed", arguments: examples)
  func example(_ name: String) throws {
    try check("examples/plugins/\(name)")
    #expect(try Place.text("examples/README.md").contains("(plugins/\(name))"))
  }

  @Test("The keyring uses a real Secret Service", .enabled(if: built.contains("keyring")))
  func keyring() throws {
    let run = CommandRun(
      try ChildProcess(
        [
          "/bin/bash", "plugins/keyring/tests/session/run", Place.program("apicall"), "plugins",
          "test", "\(Self.builtFolder)/keyring",
        ], in: Place.package))
    #expect(run.ending == .exit(0), "\(run.output)\(run.error)")
    let session = "plugins/keyring/tests/session"
    #expect(
      run.output == "ok: \(session)/1-unlocked.transcript\nok: \(session)/2-locked.transcript\n")
  }

  @Test("'plugins doctor' lists the existing plugins, and the packages they need")
  func doctor() throws {
    #expect(BundledPlugin.all.map(\.name).sorted() == Self.bundled)
    let build = try Place.text("make/plugins")
    let packages = try Place.text("make/packages")
    for package in BundledPlugin.all.compactMap(\.package) {
      #expect(build.contains("echo \(package) ;;"))
      #expect(packages.contains(" \(package)"))
    }
  }

  @Test("A page has every option of its plugin, and no other", arguments: bundled)
  func page(_ name: String) throws {
    let manifest = try JSONSerialization.jsonObject(
      with: Data(Place.text("plugins/\(name)/plugin.json").utf8))
    let members = try #require(manifest as? [String: Any])
    let options = members["options"] as? [[String: Any]] ?? []
    #expect(members["man"] as? String == "apicall-\(name).1")
    let page = try Place.text("plugins/\(name)/man/apicall-\(name).1")
      .replacingOccurrences(of: "\\-", with: "-").components(separatedBy: "\n")
    let section = page.drop { $0 != ".SH OPTIONS" }.dropFirst().prefix { !$0.hasPrefix(".SH ") }
    let headings = zip(section, section.dropFirst()).compactMap { mark, line in
      mark == ".TP" && line.hasPrefix(".B ") ? String(line.dropFirst(3)) : nil
    }
    #expect(headings == options.compactMap { $0["name"] as? String })
  }
}
