import Foundation
import GoldenFiles
import Testing

@Suite("Messages about invalid files and inputs")
struct DiagnosticGoldenTests {
  static let files = GoldenFile.all(in: "diagnostics")

  @Test("Each golden file holds a spec and the whole message", arguments: files)
  func says(_ file: GoldenFile) throws {
    let text = try #require(file.text)
    try file.check(DiagnosticCase(text).text)
  }

  @Test("All six mistakes of a file are reported at once, in the order of its lines")
  func sixMistakes() throws {
    let text = try #require(GoldenFile(path: "diagnostics/six-mistakes.txt").text)
    let lines = text.split(separator: "\n").filter { $0.contains(": error: ") }
    let numbers = lines.compactMap { Int($0.split(separator: ":")[1]) }
    #expect(numbers.count == 6)
    #expect(numbers == numbers.sorted())
  }
}
