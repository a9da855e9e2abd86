import Foundation
import Testing

@Suite("The plugins of examples/plugins")
struct ExamplePluginTests {
  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: "\(Place.package)/examples/plugins"))
    ?? []).sorted().filter { !$0.contains(".") }

  @Test("There are some")
  func exist() { #expect(Self.names.count >= 4) }

  @Test("They pass their transcripts and the checks of their roles", arguments: names)
  func pass(_ name: String) throws {
    let run = try CommandRun("plugins", "test", "./examples/plugins/\(name)", "--conformance")
    #expect(run.ending == .exit(0), "\(run.error)")
    let lines = run.output.split(separator: "\n")
    #expect(lines.contains { $0.hasSuffix(".transcript") }, "\(run.output)")
    #expect(lines.allSatisfy { $0.hasPrefix("ok: ") }, "\(run.output)")
  }
}
