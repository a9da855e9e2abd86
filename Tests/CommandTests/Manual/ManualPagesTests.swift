import APICallBase
import CommandOptions
import Foundation
import Testing

@testable import apicall

@Suite("The pages of the manual")
struct ManualPagesTests {
  /// The words that the pages may have together, without code and included parts.
  private static let allWords = 35_200
  private static let wordsOfPage = 3_000

  @Test("A page begins with its title, and its headings have two levels", arguments: ManualPage.all)
  func form(_ page: ManualPage) {
    #expect(page.front["title"] == page.name && page.front["section"] == page.section)
    #expect(page.front["summary"]?.isEmpty == false)
    #expect(page.headings(1) == [] && page.headings(4) == [])
    #expect(!page.headings(2).isEmpty && page.headings(2).last == "See also")
  }

  @Test("A page is short", arguments: ManualPage.all)
  func length(_ page: ManualPage) {
    #expect(page.wordCount <= Self.wordsOfPage)
    // A term is one line.
    for (line, next) in zip(page.prose, page.prose.dropFirst()) where !next.hasPrefix(":   ") {
      #expect(line.count <= 100, "\(line)")
    }
  }

  @Test("All pages together are short")
  func lengths() {
    #expect(ManualPage.all.count > 30)
    #expect(ManualPage.all.reduce(0) { $0 + $1.wordCount } <= Self.allWords)
  }

  @Test("The pages that a page names exist", arguments: ManualPage.all)
  func links(_ page: ManualPage) {
    let known = Set(ManualPage.all.map(\.file))
    for file in page.links { #expect(known.contains(file), "\(file)") }
  }

  @Test("Every page is in an index: apicall(1) or apicall-spec(5)")
  func index() {
    let indexes = ["apicall.1", "apicall-spec.5"]
    let pages = ManualPage.all.filter { indexes.contains($0.file) }
    let named = Set(pages.flatMap(\.links) + indexes)
    #expect(Set(ManualPage.all.map(\.file)).subtracting(named) == [])
  }

  @Test("A page of man/ and its help text are made from this source", arguments: ManualPage.all)
  func staleness(_ page: ManualPage) throws {
    let lines = try Place.text("man/\(page.file)").components(separatedBy: "\n")
    let digests = lines.prefix(4).compactMap { line in
      line.wholeMatch(of: /\.\\" (?:source|page|text) ([0-9a-f]{64})/).map { String($0.1) }
    }
    let expanded = try page.expanded.joined(separator: "\n")
    let head =
      "\(page.name) \(page.section) \(Release.version)\n\(page.front["summary"] ?? "")\n"
    let found = [
      head + expanded, lines.dropFirst(4).joined(separator: "\n"),
      try Place.text("man/text/\(page.name).txt"),
    ].map(ManualPage.digest)
    #expect(digests == found, "run make man")
  }

  @Test("man/ has no other pages")
  func pages() {
    let files = ManualPage.all.map(\.file)
    let made = (1...9).flatMap { Place.files(in: "man", suffix: ".\($0)") }
    #expect(made.sorted() == files.sorted())
    let texts = ManualPage.all.map { "\($0.name).txt" } + ["topics.txt"]
    #expect(Place.files(in: "man/text", suffix: ".txt") == texts.sorted())
  }

  @Test("No page names an option that does not exist", arguments: ManualPage.all)
  func options(_ page: ManualPage) {
    // It is about the options of curl.
    if page.file == "apicall-import.1" { return }
    let names = Command.every.flatMap(\.forms).flatMap(\.names) + ["--help", "-h"]
    for option in page.options where !names.contains(option) {
      #expect(Self.foreignOptions.contains(option), "\(option)")
    }
  }

  /// Options of plugins, jq and HTTPie.
  private static let foreignOptions: Set = ["--apicall-plugin", "--arg", "--form", "--offline"]

  @Test("apicall(1) names every command")
  func commands() throws {
    let page = try ManualPage("apicall.1")
    let terms = ManualPage.terms(in: page.lines(below: "Commands")).map { $0.split(separator: " ") }
    for command in Command.apicall.subcommands {
      let name = command.name
      #expect(terms.contains { $0.first == name[...] || $0.contains("\(name),") }, "\(name)")
    }
  }
}

extension ManualPage {
  /// The long options in code and bold text outside of blocks of code.
  fileprivate var options: Set<String> {
    let text = prose.joined(separator: "\n")
    let marked = text.matches(of: /`[^`]+`|\*\*[^*]+\*\*/).map { $0.output }
    return Set(
      marked.filter { !$0.contains("curl ") && !$0.contains("man ") }
        .flatMap { $0.matches(of: /(?:^|[^\w-])(--[a-z][a-z0-9-]*)/).map { String($0.1) } })
  }
}
