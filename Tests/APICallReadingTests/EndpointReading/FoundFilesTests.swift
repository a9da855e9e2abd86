import APICallBase
import APICallPlugins
import APICallReading
import Foundation
import Measuring
import Testing
import YAMLTree

/// Files found by fuzzing that once took too long, or worse.
@Suite("Files that once caused trouble")
struct FoundFilesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/found")

  /// The folder also contains responses, which `FoundBodiesTests` reads.
  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  @Test("A file is read in no time, and its errors are reported", arguments: names)
  func quick(_ name: String) throws {
    let bytes = Array(try Data(contentsOf: Self.folder.appending(path: name)))
    let reader = EndpointReader(registry: Builtins.readingRegistry)
    let time = ProcessorTime.measure {
      #expect(throws: Failure.self) {
        try reader.read(Source(name: name, bytes: bytes))
      }
    }
    #expect(time < .seconds(20))
  }

  @Test("There are some") func some() { #expect(!Self.names.isEmpty) }
}
