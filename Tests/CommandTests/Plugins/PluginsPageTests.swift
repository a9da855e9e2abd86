import APICallPluginKit
import APICallPluginTools
import Foundation
import Testing

@Suite("apicall-plugins(7)")
struct PluginsPageTests {
  /// The lines of the page, without roff's escapes.
  private func page() throws -> [String] {
    try Place.text("man/apicall-plugins.7").replacing("\\-", with: "-")
      .replacing("\\(aq", with: "'").components(separatedBy: "\n")
  }

  private func lines(_ heading: String) throws -> [String] {
    try page().drop { $0 != heading }.dropFirst().prefix { !$0.hasPrefix(".S") }.map { $0 }
  }

  private func headings(_ heading: String) throws -> [String] {
    let lines = try lines(heading)
    return zip(lines, lines.dropFirst()).compactMap { mark, line in
      mark == ".TP" && line.hasPrefix(".B ") ? String(line.dropFirst(3)) : nil
    }
  }

  @Test("It has every member of plugin.json, and no other")
  func members() throws {
    #expect(try headings(".SS The file") == ManifestMembers.manifest)
    #expect(try headings(".SS An item of roles").sorted() == ManifestMembers.roles.sorted())
    #expect(try headings(".SS An item of options") == ManifestMembers.option)
  }

  @Test("It has every role, and all checks of the roles")
  func rules() throws {
    #expect(
      try headings(".SH DESCRIPTION").sorted()
        == PluginRole.Kind.allCases.map(\.rawValue).sorted())
    #expect(try headings(".SH CONFORMANCE") == ConformanceRule.allCases.map(\.rawValue))
    let text = try lines(".SH CONFORMANCE").joined(separator: "\n")
    for rule in ConformanceRule.allCases {
      #expect(text.contains("\n.B \(rule.rawValue)\n\(rule.text)"), "\(rule)")
    }
  }

  @Test("It begins with a plugin that works as printed")
  func firstPlugin() throws {
    let lines = try page()
    let script = lines.drop { $0 != ".EX" }.dropFirst().prefix { $0 != ".EE" }
    #expect(script.contains("tr a-z A-Z"))
    let home = "\(Place.scratch)/\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let run = CommandRun(
      try ChildProcess(
        ["/bin/sh", "-euc", script.joined(separator: "\n")], in: home,
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
