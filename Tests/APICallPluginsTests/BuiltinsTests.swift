import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallPlugins
import Foundation
import Testing

@Suite("The built-in parts")
struct BuiltinsTests {
  /// The properties of every part that has a name.
  struct Entry: Sendable, CustomTestStringConvertible {
    var kind: String
    var name: String
    var summary: String
    var testDescription: String { "\(kind) \(name)" }
  }

  static let entries =
    Builtins.requesters.map { Entry(kind: "requester", name: $0.name, summary: $0.summary) }
    + Builtins.decoders.map { Entry(kind: "decoder", name: $0.name, summary: $0.summary) }
    + Builtins.formatters.map { Entry(kind: "formatter", name: $0.name, summary: $0.summary) }
    + Builtins.authTypes.map { Entry(kind: "auth type", name: $0.name, summary: $0.summary) }

  @Test("Each part has a kebab-case name and a sentence as its summary", arguments: entries)
  func conforms(_ entry: Entry) {
    #expect(entry.name.wholeMatch(of: /[a-z][a-z0-9]*(-[a-z0-9]+)*/) != nil)
    #expect(entry.summary.hasSuffix(".") && entry.summary.count > 10)
    #expect(entry.summary.count <= 100 && !entry.summary.contains("\n"))
  }

  @Test("Names are unique within a kind")
  func unique() {
    #expect(Set(Self.entries.map(\.testDescription)).count == Self.entries.count)
  }

  static let folders = ["Requesters", "Decoders", "Formatters", "Auth"]

  private static let kinds = [
    "Requesters": "requester", "Decoders": "decoder", "Formatters": "formatter",
    "Auth": "auth type",
  ]

  @Test(
    "Each file's type is listed, and its summary is the first line of its documentation",
    arguments: folders)
  func everyFileIsListed(_ folder: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "Sources/APICallPlugins")
    let list = try String(contentsOf: root.appending(path: "Builtins.swift"), encoding: .utf8)
    let files = try FileManager.default.contentsOfDirectory(
      atPath: root.appending(path: folder).path)
    for file in files where file.hasSuffix(".swift") && !file.contains("+") {
      let type = String(file.dropLast(".swift".count))
      let line = folder == "Requesters" ? "\(type).entry" : "\(type).self"
      #expect(
        list.contains(line), "add '\(line),' to the list of \(folder) in Builtins.swift")
      let source = try String(
        contentsOf: root.appending(path: "\(folder)/\(file)"), encoding: .utf8)
      let entry = Self.entries.first {
        $0.kind == Self.kinds[folder]
          && (source.contains("static let name = \"\($0.name)\"")
            || source.contains("static let name = StandardFormat.\($0.name)\n"))
      }
      let documentation = source.split(separator: "\n").first { $0.hasPrefix("/// ") }?.dropFirst(4)
      #expect(entry?.summary == documentation.map(String.init), "\(file)")
    }
  }

  @Test("Parts are found by name, and an unknown name is a usage error")
  func registry() throws {
    let registry = Builtins.registry()
    #expect(registry.names(of: .formatter) == Builtins.formatters.map { $0.name })
    for formatter in Builtins.formatters {
      #expect(try registry.formatter(named: formatter.name).summary == formatter.summary)
    }
    #expect(throws: Failure.self) { try registry.formatter(named: "jsn") }
  }

  @Test(
    "The first decoder that covers a media type reads it",
    arguments: [
      ("application/json", "json"), ("application/vnd.api+json", "json"), ("text/json", "json"),
      ("text/plain", "text"), ("text/html", "text"), ("application/xml", "text"),
      ("image/svg+xml", "text"), ("image/png", nil), ("application/octet-stream", nil),
      ("application/x-ndjson", "ndjson"), ("application/jsonl", "ndjson"),
      ("text/event-stream", "sse"), ("application/x-www-form-urlencoded", "form"),
      ("text/csv; header=absent", "csv"), ("application/yaml", "yaml"), ("text/x-yaml", "yaml"),
      ("application/openapi+yaml", "yaml"),
    ] as [(String, String?)])
  func decoder(_ type: String, _ name: String?) throws {
    let type = try #require(MediaType(type))
    #expect(Builtins.registry().decoder(for: type)?.name == name)
  }
}
