import APICallLanguage
import APICallText
import Foundation
import JSONText
import Testing

@Suite("Filters in the manual")
struct FilterManualTests {
  @Test("A filter has a sentence, and an example with its result", arguments: TemplateFilter.all)
  func example(_ filter: TemplateFilter) throws {
    #expect(filter.summary.hasSuffix("."))
    let parts = filter.example.components(separatedBy: " → ")
    let words = try #require(parts.first).components(separatedBy: " | ")
    #expect(words.dropFirst().first?.prefix { $0 != "(" } == filter.name[...])
    let filters = words.dropFirst().joined(separator: " | ")
    let found = try FilterProbe.value(
      of: "<v | \(filters)>", [("v", words[0]), ("other", #"{"b":2}"#)])
    let json = found.map { String(decoding: $0.jsonText, as: UTF8.self) }
    #expect(json == parts.last, "\(filter.example)")
  }

  @Test("A function has a sentence", arguments: TemplateFunction.allCases)
  func function(_ function: TemplateFunction) { #expect(function.summary.hasSuffix(".")) }
}
