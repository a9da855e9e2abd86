import APICallBase
import APICallPluginTools
import GoldenFiles
import SeededNumbers
import Testing
import YAMLTree

@Suite("Messages about invalid transcripts")
struct TranscriptGoldenTests {
  static let files = GoldenFile.all(in: "transcripts")

  /// A golden file holds a transcript, a line `---- says`, and all messages about it.
  @Test("Each golden file holds a transcript and the whole message", arguments: files)
  func says(_ file: GoldenFile) throws {
    let text = try #require(file.text)
    let end = text.firstRange(of: "---- says\n")?.lowerBound ?? text.endIndex
    let transcript = String(text[..<end])
    var says = "nothing\n"
    do throws(Failure) {
      _ = try PluginTranscript(Source(name: "a.transcript", text: transcript))
    } catch {
      says = error.diagnostics.map(\.text).joined()
    }
    try file.check(transcript + "---- says\n" + says)
  }

  @Test("There are golden files")
  func exist() { #expect(!Self.files.isEmpty) }

  @Test("Any text is read or refused", arguments: 1...20 as ClosedRange<UInt64>)
  func anyText(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let pieces = [
      "> ", "< ", ">+ ", "<+ ", "#", "\n", "\n", #"{"id":1}"#, "{", "env A=b", "option a=b",
      "exit 65",
      "exit ", "\\", #"\n"#, #"\x0"#, #"\xff"#, "é", "\u{0}", "a",
    ]
    var read = 0
    for _ in 0..<500 {
      let text = generator.text(of: pieces, below: 12)
      do throws(Failure) {
        _ = try PluginTranscript(Source(name: "a", text: text))
        read += 1
      } catch {
        #expect(error.status == .badInput && !error.diagnostics.isEmpty)
      }
    }
    #expect(1..<500 ~= read, "seed \(seed)")
  }
}
