import APICallPluginKit
import APICallPluginTools
import Foundation
import Testing

@Suite("apicall-plugin(5)")
struct PluginPageTests {
  private static let page = Result { try ManualPage("apicall-plugin.5") }

  private func terms(_ heading: String) throws -> [String] {
    ManualPage.terms(in: try Self.page.get().lines(below: heading))
  }

  @Test("It has every member of plugin.json, and no other")
  func members() throws {
    #expect(try terms("The file") == ManifestMembers.manifest)
    #expect(try terms("An item of roles").sorted() == ManifestMembers.roles.sorted())
    #expect(try terms("An item of options") == ManifestMembers.option)
  }

  @Test("It has every role, and all checks of the roles")
  func rules() throws {
    #expect(
      try terms("Description").sorted() == PluginRole.Kind.allCases.map(\.rawValue).sorted())
    #expect(try terms("Conformance") == ConformanceRule.allCases.map(\.rawValue))
    let text = try Self.page.get().lines(below: "Conformance").joined(separator: " ")
      .replacing(#/\s+/#, with: " ")
    for rule in ConformanceRule.allCases { #expect(text.contains(rule.text), "\(rule)") }
  }

  @Test("It begins with a plugin that works as printed")
  func firstPlugin() throws {
    let script = try #require(try Self.page.get().blocks.first).text
    #expect(script.contains("tr a-z A-Z"))
    let home = "\(Place.scratch)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let run = CommandRun(
      try ChildProcess(
        ["/bin/sh", "-euc", script], in: home,
        environment: ["HOME": home, "PATH": "/usr/bin:/bin"]))
    #expect(run.ending == .exit(0), "\(run.error)")
    let tested = CommandRun(
      try ChildProcess(
        [Place.program("apicall"), "plugins", "test", "shout", "--conformance"], in: home,
        environment: ["HOME": home, "PATH": "/usr/bin:/bin"]))
    #expect(tested.ending == .exit(0), "\(tested.error)")
    let printed = CommandRun(
      try ChildProcess(
        [
          Place.program("apicall"), "run", "todos/get", "id=1", "--requester", "fixture",
          "--format", "shout",
        ], in: Place.package, environment: ["HOME": home, "PATH": "/usr/bin:/bin"]))
    #expect(printed.ending == .exit(0), "\(printed.error)")
    #expect(printed.output.contains(#""TITLE""#), "\(printed.output)")
  }
}
