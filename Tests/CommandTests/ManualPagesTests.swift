import APICallBase
import APICallHTTP
import APICallPlugins
import APICallSpec
import CommandOptions
import Foundation
import Testing

@testable import apicall

@Suite("The manual pages")
struct ManualPagesTests {
  /// Returns the lines of a page, without roff's escapes of `-`.
  private func page(_ name: String) throws -> [String] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../..")
    let text = try String(contentsOf: root.appending(path: "man/\(name)"), encoding: .utf8)
    return text.replacingOccurrences(of: "\\-", with: "-").components(separatedBy: "\n")
  }

  /// Returns the bold text on the line after `.TP`, as the heading of a paragraph.
  private func headings(_ lines: [String]) -> [String] {
    zip(lines, lines.dropFirst()).compactMap { mark, line in
      mark.hasPrefix(".TP") && line.hasPrefix(".B ") ? String(line.dropFirst(3)) : nil
    }
  }

  private func section(_ name: String, of lines: [String]) -> [String] {
    Array(
      lines.drop { $0 != ".SH \(name)" }.dropFirst().prefix { !$0.hasPrefix(".SH ") })
  }

  @Test("apicall-spec(5) has every field of an endpoint, and no other")
  func endpointFields() throws {
    let lines = section("FIELDS OF AN ENDPOINT", of: try page("apicall-spec.5"))
    // An example has the fields of its file.
    let known = EndpointFields.descriptions.flatMap(\.flattened).map(\.path)
      .filter { !$0.hasPrefix("examples.NAME.test.") }
    #expect(Set(headings(lines)) == Set(known))
    #expect(headings(lines).count == known.count)
  }

  @Test("apicall-spec(5) has every field of a script, and no other")
  func scriptFields() throws {
    let lines = section("SCRIPTS", of: try page("apicall-spec.5"))
    // Fields that an endpoint has as well are described there.
    let shared = [
      "inputs.NAME.", ".expect.", ".retry.", ".timeout.", ".until.", ".fail.", ".cleanup.",
      "on_failure.NAME.", "finally.NAME.", "test.",
    ]
    let known = ScriptFields.descriptions.flatMap(\.flattened).map(\.path)
      .filter { path in !shared.contains { path.contains($0) } }
    #expect(headings(lines) == known)
  }

  @Test("apicall-spec(5) has every field of the project file, and no other")
  func projectFields() throws {
    let lines = section("THE PROJECT FILE", of: try page("apicall-spec.5"))
    #expect(headings(lines) == ProjectFields.descriptions.flatMap(\.flattened).map(\.path))
  }

  @Test("apicall-spec(5) has every auth type with its options, and no other")
  func authTypes() throws {
    let lines = section("AUTHENTICATION", of: try page("apicall-spec.5"))
    let known = Builtins.authTypes.flatMap { type in
      [type.name] + type.options.map { "\(type.name).\($0.name)" }
    }
    #expect(headings(lines) == known)
  }

  @Test("apicall-spec(5) has every matcher with the values it takes, and no other")
  func matchers() throws {
    let lines = section("MATCHERS", of: try page("apicall-spec.5"))
    let text = lines.joined(separator: "\n")
    let known = MatcherFields.descriptions
    #expect(headings(lines) == known.map(\.name))
    for matcher in known {
      let takes = matcher.takes.prefix(1).uppercased() + matcher.takes.dropFirst()
      let paragraph = [".TP", ".B \(matcher.name)", "\(takes): "].joined(separator: "\n")
      #expect(text.contains("\n\(paragraph)"), "\(matcher.name)")
    }
  }

  @Test("apicall-spec(5) has every filter, function and kind of fake data")
  func placeholders() throws {
    let text = section("PLACEHOLDERS", of: try page("apicall-spec.5")).joined(separator: "\n")
    let words = Set(text.matches(of: /[a-z0-9_]+/).map { String($0.output) })
    for filter in TemplateFilter.all { #expect(words.contains(filter.name)) }
    for function in TemplateFunction.allCases { #expect(words.contains(function.rawValue)) }
    for kind in FakeData.allCases { #expect(text.contains("\\(dq\(kind.rawValue)\\(dq")) }
  }

  @Test("apicall(1) has every decoder with its types, and both pages every format")
  func plugins() throws {
    let names = Builtins.formatters.map { $0.name }
    let output = section("OUTPUT", of: try page("apicall.1"))
    #expect(headings(output).sorted() == (Builtins.decoders.map { $0.name } + names).sorted())
    for lines in [try page("apicall.1"), try page("apicall-spec.5")] {
      let words = Set(lines.filter { $0.hasPrefix(".B") }.flatMap { $0.split(separator: " ") })
      for name in names { #expect(words.contains { $0 == name }, "\(name)") }
    }
    for decoder in Builtins.decoders {
      for type in decoder.mediaTypes where !type.contains("*") {
        #expect(output.contains { $0.contains(type) }, "\(type)")
      }
    }
  }

  @Test("apicall(1) has every secret source, in the order of precedence")
  func secretSources() throws {
    let lines = section("COMMANDS", of: try page("apicall.1"))
      .drop { !$0.hasPrefix(".SS Sources of secrets") }.prefix {
        $0 != ".SS apicall schema [--project]"
      }
    let storage = SecretStorage(
      place: "", read: { () throws(SecretProblem) in [] }, update: { _ throws(SecretProblem) in })
    let known = Builtins.secretSources(variable: { _ in nil }, variables: { [] }, file: storage)
    #expect(headings(Array(lines)) == known.map(\.name))
  }

  @Test("apicall(1) has every exit status, in order, and no other")
  func exitStatuses() throws {
    let lines = section("EXIT STATUS", of: try page("apicall.1"))
    #expect(headings(lines) == ExitStatus.allCases.map { String($0.rawValue) })
  }

  @Test("apicall(1) has every long option of every command, and no other")
  func options() throws {
    let text = try page("apicall.1").joined(separator: "\n")
    let written = Set(text.matches(of: /--[a-z][a-z0-9-]*/).map { String($0.output) })
    let names = Command.every.flatMap(\.forms).flatMap(\.names)
    #expect(written == Set(names.filter { $0.hasPrefix("--") } + ["--help"]))
  }

  @Test("apicall(1) has every option of every command that makes a request, under all its names")
  func shortOptions() throws {
    let text = section("COMMANDS", of: try page("apicall.1")).joined(separator: "\n")
    for name in Command.run.forms.flatMap(\.names) { #expect(text.contains(name), "\(name)") }
  }

  @Test("The examples of rows in apicall-spec(5) are valid files")
  func rowExamples() throws {
    let blocks = section("ROWS", of: try page("apicall-spec.5")).joined(separator: "\n")
      .components(separatedBy: ".EX\n").dropFirst().compactMap {
        $0.components(separatedBy: "\n.EE").first
      }
    #expect(blocks.count == 6)
    for block in blocks {
      let text = block.replacing("\\(dq", with: "\"").replacing("\\(aq", with: "'")
      let file = text.hasPrefix("url: ") ? text : "url: https://a.example/\n" + text
      let run = try RecordingFolder(["call.yaml": file]).run("check", "call.yaml")
      #expect(run.error == "", "\(file)")
      #expect(run.output == "call.yaml: ok\n")
    }
  }
}
