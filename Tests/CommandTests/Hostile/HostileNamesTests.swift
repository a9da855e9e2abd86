import TestServers
import Foundation
import Testing

/// Names that strangers chose, in the log of a CI service or on a terminal.
@Suite("A printed name controls neither a terminal nor a CI service")
struct HostileNamesTests {
  /// A name.
  struct Name: CustomTestStringConvertible, Sendable {
    var testDescription: String
    var text: String

    init(_ testDescription: String, _ text: String) {
      (self.testDescription, self.text) = (testDescription, text)
    }

    /// The name in double quotes for YAML, with escapes for all but letters.
    var quoted: String {
      let escaped = text.unicodeScalars.map { scalar in
        let digits = String(scalar.value, radix: 16)
        return scalar.properties.isAlphabetic
          ? String(scalar) : "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      }
      return "\"\(escaped.joined())\""
    }
  }

  private static let names = [
    Name("a command of GitHub", "::set-output name=a::b"),
    Name("a command after a line break", "x\n::error::b"),
    Name("a command after a carriage return", "x\r::error::b"),
    Name("a command after blanks", " \t::add-mask::b"),
    Name("a command after a blank that is not ASCII", "\u{A0}::error::b"),
    Name("an old command of GitHub", "##[add-path]b"),
    Name("a command of Azure", "##vso[task.setvariable variable=a]b"),
    Name("a command of TeamCity", "##teamcity[buildStop]"),
    Name("an escape sequence", "x\u{1B}]0;title\u{7}\u{1B}[2J"),
    Name("a C1 control character", "x\u{9B}2J"),
    Name("text that runs backwards", "x\u{202E}lmay."),
    Name("a line separator", "x\u{2028}::error::b"),
  ]

  /// The commands about one file or folder, whose name is `$name`, without `apicall`.
  private static let commands = [
    "check \"$name.yaml\"", "check \"$name b.yaml\"", "check doubt.yaml", "test case.yaml",
    "run case.yaml --help", "run steps.yaml -v --print status", "show own.yaml --origin",
    "trust \"$name\"",
  ]
  /// The commands about a folder.
  private static let searches = [
    "check .", "list .", "fmt --check .", "fmt .", "serve .", "test .", "trust --list",
  ]

  /// A place with a server that chooses its words, too.
  private func place() throws -> HostilePlace {
    try HostilePlace { _, _ in
      "HTTP/1.1 404 ##[error]no\r\nX: ##[group]x\r\nContent-Length: 11\r\n\r\n::error::x\n"
    }
  }

  /// Writes the files of a name: a folder, a link that leads out, a file that fmt changes, one with an
  /// error, a case, and a script.
  private func write(_ name: Name, as word: String, in place: HostilePlace) throws {
    let (text, quoted, url) = (name.text, name.quoted, place.server.url)
    let project = "\(place.folder)/project"
    let files = FileManager.default
    try files.createDirectory(atPath: "\(project)/\(text)", withIntermediateDirectories: true)
    try files.createSymbolicLink(
      atPath: "\(project)/\(text) c.yaml", withDestinationPath: "\(place.folder)/home/.bashrc")
    try place.write("url:   http://a.example/\n", "project/\(text).yaml")
    try place.write("ulr: x\n", "project/\(text) b.yaml")
    try place.write(
      """
      summary: \(quoted)
      url: '\(url)/'
      inputs: {a: {default: x, help: \(quoted)}}
      examples: {\(quoted): {with: {}, response: {status: 200}}}

      """, "project/\(word)case.yaml")
    try place.write(
      """
      summary: \(quoted)
      steps: {a: {call: {url: '\(url)/', json: {x: \(quoted)}}}}

      """, "project/\(word)steps.yaml")
    try place.write("url: '\(url)/'\nquery: {\(quoted): \(quoted)}\n", "project/\(word)own.yaml")
    try place.write("{\(quoted): 1}\n", "project/\(word)doubt.yaml")
  }

  @Test("No line of a command is one of a CI service, and no character a control", arguments: names)
  func printed(_ name: Name) throws {
    let place = try place()
    try write(name, as: "", in: place)
    try place.write("\(name.text)x", "name")
    let commands = Self.commands.map { "timeout 20 apicall \($0) || :" }.joined(separator: "\n")
    try check(place.shell("name=$(cat ../name); name=${name%x}\n\(commands)"))
  }

  @Test("Neither is any line of a search that finds all these names", arguments: searches)
  func searched(_ command: String) throws {
    let place = try place()
    for (index, name) in Self.names.enumerated() { try write(name, as: "\(index)", in: place) }
    try check(
      place.shell(
        "for folder in */; do apicall trust \"$folder\"; done >/dev/null 2>&1\n"
          + "exec timeout 60 apicall \(command)"))
  }

  private func check(_ run: CommandRun) throws {
    #expect(!run.output.isEmpty || !run.error.isEmpty)
    for line in (run.output + "\n" + run.error).utf8Lines {
      #expect(Self.fault(of: line) == nil, "\(line.debugDescription) in \(run)")
    }
  }

  /// What a terminal or a CI service would obey; nil if it is nothing.
  private static func fault(of line: String) -> String? {
    if line.drop(while: \.isWhitespace).hasPrefix("::") { return "a command" }
    if line.contains(/##[a-z]*\[/) { return "a command" }
    let controls = line.unicodeScalars.filter {
      $0.properties.generalCategory == .control && $0 != "\t" || $0.properties.isBidiControl
        || $0.properties.generalCategory == .lineSeparator
    }
    return controls.isEmpty ? nil : "a control character"
  }
}

extension String {
  /// The lines, which end with LF alone.
  fileprivate var utf8Lines: [String] {
    utf8.split(separator: UInt8(ascii: "\n")).map { String(decoding: Array($0), as: UTF8.self) }
  }
}
