import APICallBase
import APICallExternal
import APICallPluginKit
import APICallPluginTools
import APICallSystem
import YAMLTree

/// The test of a plugin: prints the result of each test, and reports all problems at the end.
struct PluginTrial {
  private let plugin: InstalledPlugin
  private let folder: String
  private let files = SystemFiles()
  private var problems: [Message] = []
  private var transcripts: [PluginTranscript] = []
  private var tried = 0
  private var failed = 0

  init(_ plugin: InstalledPlugin, folder: String) {
    self.plugin = plugin
    self.folder = folder
  }

  mutating func play(_ paths: [String], isOptional: Bool) throws(Failure) {
    let paths = paths.isEmpty ? ownTranscripts : paths
    guard isOptional || !paths.isEmpty else {
      throw Failure(
        .noInput, "the plugin '\(plugin.name)' has no transcripts",
        hint: "write \(FilePath.join(folder, "tests"))/*.transcript: see apicall-plugin(5)")
    }
    let rehearsal = Rehearsal(of: plugin, variable: Program.environment)
    for path in paths {
      let bytes = try files.bytes(of: path, limit: PluginTranscript.longestFile)
      let source = Source(name: files.shown(path), bytes: bytes)
      let transcript = try PluginTranscript(source)
      transcripts.append(transcript)
      try tell(source.name, rehearsal.play(transcript))
    }
  }

  private var ownTranscripts: [String] {
    let tests = FilePath.join(folder, "tests")
    let names = (try? files.names(in: tests)) ?? []
    return names.filter { $0.hasSuffix(".transcript") && !$0.hasPrefix(".") }
      .map { FilePath.join(tests, $0) }
  }

  mutating func conform(writes: Bool) throws(Failure) {
    let conformance = Conformance(
      of: plugin, transcripts, writes: writes, variable: Program.environment)
    for (rule, role) in conformance.questions {
      let problem = conformance.problem(rule, of: role)
      try tell("conformance, \(role.kind.rawValue): \(rule.rawValue)", problem.map { [$0] } ?? [])
    }
  }

  private mutating func tell(_ name: String, _ found: [Message]) throws(Failure) {
    if Signals.received != nil { throw Failure(.interrupted, []) }
    tried += 1
    if !found.isEmpty { failed += 1 }
    problems += found
    try Printing.print(lines: ["\(found.isEmpty ? "ok" : "not ok"): \(name)"])
  }

  func finish() throws(Failure) {
    guard failed > 0 else { return }
    let count = Message("\(failed) of \(tried) tests failed")
    throw Failure(.expectation, problems + [count])
  }
}
