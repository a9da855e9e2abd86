@testable import APICallDrafts
import Foundation
import Testing

@Suite("The corpus of command lines")
struct CurlCorpusTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/curl")

  private static let files =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path(percentEncoded: false)))?
    .filter { $0.hasSuffix(".sh") }.sorted() ?? []

  @Test(
    "Each file of it becomes files that are valid, canonical and the same each time",
    arguments: files)
  func valid(_ file: String) throws {
    let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
    let files = try CurlTexts.files(text, all: file.hasPrefix("w"))
    #expect(files.count >= 20)
    // Nothing is lost without a note.
    for request in try CurlTexts.requests(text) {
      #expect(request.draft.comments.count == request.notes.count)
    }
  }

  @Test("There are at least 300 commands")
  func count() throws {
    var count = 0
    for file in Self.files {
      count += try CurlTexts.requests(
        String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
      ).count
    }
    #expect(count >= 300)
  }

  @Test("Every option that the installed curl lists is known, with its letter and its value")
  func options() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = ["curl", "--help", "all"]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst()
    try #require(lines.count > 200)
    for line in lines {
      let match = try #require(
        line.firstMatch(of: /^ *(?:-(.), )? *--([\w.\-]+)( [<\[])?/), "\(line)")
      let (letter, name, hasValue) = (match.output.1, match.output.2, match.output.3 != nil)
      // Help is only printed, and --next begins the next command.
      guard name != "help", name != "next" else { continue }
      // The value of an option that takes one is the next word, so that the URL is missing.
      for word in [letter.map { "-\($0)" }, "--\(name)"].compactMap({ $0 }) {
        let problem = CurlTexts.problem("curl \(word) https://a.example/x")
        #expect(
          problem.contains("has no URL") == (hasValue && name != "url"), "\(word): \(problem)")
        #expect(!problem.contains("has no option"), "\(word)")
      }
    }
  }
}
