import APICallSystem
import Foundation
import Testing

/// A page of the manual: a file in docs/man.
struct ManualPage: CustomTestStringConvertible {
  /// A block of code.
  struct Block {
    /// What follows its fence: `yaml`.
    var language: String
    var lines: [String]
    /// The line of the page at which it begins, from 1.
    var line: Int
    /// The paragraph above it.
    var lead: String

    var text: String { lines.map { $0 + "\n" }.joined() }
  }

  /// The name and the section: `apicall-run.1`.
  let file: String
  /// The lines at the start of the file: `title`, `section` and `summary`.
  let front: [String: String]
  /// The lines below them.
  let lines: [String]
  /// The lines outside of blocks of code and of the included parts.
  let prose: [String]

  var testDescription: String { file }
  var name: String { String(file.prefix { $0 != "." }) }
  var section: String { String(file.suffix(1)) }

  /// All pages.
  static let all = Place.files(in: "docs/man", suffix: ".md").compactMap {
    try? ManualPage(String($0.dropLast(3)))
  }

  /// All guides, which are only on the site.
  static let guides = Place.files(in: "docs/guides", suffix: ".md").compactMap {
    try? ManualPage(String($0.dropLast(3)), in: "docs/guides")
  }

  /// Reads a page, or a guide from another folder.
  ///
  /// - Throws: a ``SetupError`` if it does not begin with its title.
  init(_ file: String, in folder: String = "docs/man") throws {
    self.file = file
    let parts = try Place.text("\(folder)/\(file).md").split(separator: "---\n", maxSplits: 2)
    guard parts.count == 2 else { throw SetupError("\(file) does not begin with its title") }
    front = Dictionary(
      parts[0].split(separator: "\n").map { line in
        let pair = line.split(separator: ": ", maxSplits: 1)
        return (String(pair[0]), pair.count > 1 ? String(pair[1]) : "")
      }, uniquingKeysWith: { $1 })
    lines = parts[1].components(separatedBy: "\n")
    prose = Self.prose(of: lines)
  }

  /// The names of the parts that it includes.
  var includes: [String] { lines.compactMap(Self.include) }

  private static func include(_ line: String) -> String? {
    // Without the first check, the expression would be parsed for each line.
    guard line.hasPrefix("<!--") else { return nil }
    return line.wholeMatch(of: /<!-- include: ([a-z-]+) -->/).map { String($0.1) }
  }

  /// The lines with the included parts.
  var expanded: [String] {
    get throws {
      try lines.flatMap { line in
        guard let name = Self.include(line) else { return [line] }
        // Its first line says where it comes from.
        let text = try Place.text("docs/reference/\(name).md")
        let part = text.trimmingCharacters(in: .newlines).components(separatedBy: "\n")
        return Array(part.dropFirst(2))
      }
    }
  }

  /// Its words without those of code and of the included parts.
  var wordCount: Int {
    prose.reduce(0) { $0 + $1.split(whereSeparator: \.isWhitespace).count }
  }

  private static func prose(of lines: [String]) -> [String] {
    var isCode = false
    return lines.filter { line in
      let isFence = line.drop { $0 == " " }.hasPrefix("```")
      if isFence { isCode.toggle() }
      return !isCode && !isFence && include(line) == nil
    }
  }

  /// The blocks of code.
  var blocks: [Block] {
    var blocks: [Block] = []
    var open: (block: Block, indent: Int)?
    var lead = ""
    for (index, line) in lines.enumerated() {
      let indent = line.prefix { $0 == " " }.count
      let text = line.dropFirst(indent)
      if text.hasPrefix("```") {
        if let block = open?.block {
          blocks.append(block)
          open = nil
        } else {
          let language = text.dropFirst(3).trimmingCharacters(in: .whitespaces)
          open = (Block(language: language, lines: [], line: index + 1, lead: lead), indent)
        }
      } else if let indent = open?.indent {
        open?.block.lines.append(String(line.dropFirst(min(indent, line.count))))
      } else {
        let isStart = index == 0 || lines[index - 1].isEmpty
        if !line.isEmpty { lead = isStart ? line : "\(lead) \(line)" }
      }
    }
    return blocks
  }

  /// The pages that it names in links: `apicall-run.1`.
  var links: [String] {
    prose.joined(separator: "\n").matches(of: /\]\(([a-z-]+\.[1-9])\.md(?:#[^)\n]*)?\)/)
      .map { String($0.1) }
  }

  /// The headings of a level.
  func headings(_ level: Int) -> [String] {
    let mark = String(repeating: "#", count: level) + " "
    return prose.filter { $0.hasPrefix(mark) }.map { String($0.dropFirst(mark.count)) }
  }

  /// Returns the lines below a heading of any level, up to the next one of its level or above.
  func lines(below heading: String) -> [String] {
    guard let start = lines.firstIndex(where: { Self.heading($0)?.text == heading }),
      let level = Self.heading(lines[start])?.level
    else { return [] }
    return Array(
      lines[(start + 1)...].prefix { line in
        (Self.heading(line)?.level).map { $0 > level } ?? true
      })
  }

  private static func heading(_ line: String) -> (level: Int, text: String)? {
    let level = line.prefix { $0 == "#" }.count
    guard (2...3).contains(level), line.dropFirst(level).hasPrefix(" ") else { return nil }
    return (level, String(line.dropFirst(level + 1)))
  }

  /// Returns the terms of definition lists, each of those that share a line.
  static func terms(in lines: [String]) -> [String] {
    zip(lines, lines.dropFirst()).filter { $1.hasPrefix(":   ") }.flatMap { term, _ in
      plain(term).components(separatedBy: ", ")
    }
  }

  /// Returns a line without the marks of code, bold and italic text, and without escapes.
  static func plain(_ line: String) -> String {
    line.replacing(/\\([\\`*_\[\]])|[`*]/) { $0.output.1 ?? "" }
  }

  /// The SHA-256 of a text, in hexadecimal.
  static func digest(_ text: String) -> String {
    (SHA256.digest(of: Array(text.utf8)) ?? []).map {
      String($0 >> 4, radix: 16) + String($0 & 15, radix: 16)
    }
    .joined()
  }
}
