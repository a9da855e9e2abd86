import Foundation
import Testing

/// The files in the manual are valid, except those marked as `yaml fragment`.
@Suite("The files in the manual")
struct ManualFilesTests {
  /// A file in a page.
  struct File: CustomTestStringConvertible {
    let page: ManualPage
    let block: ManualPage.Block
    var testDescription: String { "\(page.file), line \(block.line)" }
  }

  private static let starts = ["url:", "steps:", "host:"]

  private static let files = (ManualPage.all + ManualPage.guides).flatMap { page in
    page.blocks.filter { block in
      block.language == "yaml" && starts.contains { block.lines.first?.hasPrefix($0) == true }
    }.map { File(page: page, block: $0) }
  }

  @Test("The fields in apicall-rows(7) are valid")
  func rows() throws {
    let blocks = try ManualPage("apicall-rows.7").blocks.filter { $0.language == "yaml" }
    #expect(blocks.count > 5)
    for text in blocks.map(\.text) {
      let file = text.hasPrefix("url: ") ? text : "url: https://a.example/\n" + text
      let run = try RecordingFolder(["call.yaml": file]).run("check", "call.yaml")
      #expect(run.ending == .exit(0) && run.error == "", "\(file)\n\(run.error)")
    }
  }

  @Test("A file that begins with url, host or steps is valid", arguments: files)
  func file(_ file: File) throws {
    let run = try RecordingFolder(["call.yaml": file.block.text]).run("check", "call.yaml")
    #expect(run.ending == .exit(0) && run.error == "", "\(file.block.text)\n\(run.error)")
  }
}
