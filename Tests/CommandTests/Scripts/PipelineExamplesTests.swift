import Foundation
import Testing

/// The files in examples/pipelines, each of which begins with the pipeline that it replaces.
///
/// Their output is in Transcripts/example-pipelines.txt.
@Suite("Pipelines as single files")
struct PipelineExamplesTests {
  static let folder = "examples/pipelines"
  static let files = Place.files(in: folder, suffix: ".yaml")

  @Test("There are at least eight")
  func count() { #expect(Self.files.count >= 8) }

  @Test(
    "A file is executable, shows its pipeline, is run by the transcript, and is listed",
    arguments: files)
  func form(_ file: String) throws {
    let path = "\(Self.folder)/\(file)"
    #expect(FileManager.default.isExecutableFile(atPath: "\(Place.package)/\(path)"))
    let text = try Place.text(path)
    #expect(text.hasPrefix("#!/usr/bin/env -S apicall run\n# "))
    let pipeline = text.split(separator: "\n").dropFirst().prefix { $0.hasPrefix("#") }
    #expect(pipeline.contains { $0.contains("curl https://") || $0.contains("curl 'https://") })
    #expect(pipeline.contains { $0.contains("jq ") })
    #expect(text.contains("\nsummary: "))
    let transcript = try Place.text("\(TranscriptTests.folder)/example-pipelines.txt")
    #expect(transcript.contains("$ ./\(file) "))
    #expect(try Place.text("examples/README.md").contains("(pipelines/\(file))"))
  }
}
