import APICallBase
import APICallSpec
import Foundation
import JSONText
import Testing

@Suite("Filters in the manual")
struct FilterManualTests {
  /// The examples of apicall-spec(5): a value, filters and their result.
  private static func examples() throws -> [(value: String, filters: String, result: String)] {
    let page = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../../man/apicall-spec.5")
    return try String(contentsOf: page, encoding: .utf8).split(separator: "\n").compactMap { line in
      guard line.hasPrefix(".B "), line.contains("\\(->") else { return nil }
      var text = String(line.dropFirst(3))
      for (escape, character) in [
        ("\\(->", "→"), ("\\(dq", "\""), ("\\(aq", "'"), ("\\(ha", "^"), ("\\(ti", "~"),
        ("\\-", "-"), ("\\e", "\\"),
      ] {
        text = text.replacingOccurrences(of: escape, with: character)
      }
      let parts = text.components(separatedBy: " → ")
      let words = parts[0].components(separatedBy: " | ")
      return (words[0], words.dropFirst().joined(separator: " | "), parts[1])
    }
  }

  @Test("Each filter has an example")
  func names() throws {
    let used = try Self.examples().map { $0.filters.prefix { $0 != "(" && $0 != " " } }
    let known = Set(TemplateFilter.all.map(\.name))
    #expect(known.subtracting(used.map(String.init)).sorted() == [])
  }

  @Test("Each example has its result")
  func results() throws {
    for (value, filters, result) in try Self.examples() {
      let found = try FilterProbe.value(
        of: "<v | \(filters)>", [("v", value), ("other", #"{"b":2}"#)])
      let json = found.map { String(decoding: $0.jsonText, as: UTF8.self) }
      #expect(json == result, "\(value) | \(filters)")
    }
  }
}
