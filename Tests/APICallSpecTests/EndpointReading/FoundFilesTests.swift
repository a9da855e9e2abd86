import APICallBase
import APICallPlugins
import APICallSpec
import Foundation
import Measuring
import Testing
import YAMLTree

/// Files that once took too long, or more than that: a fuzzer found them.
@Suite("Files that were trouble once")
struct FoundFilesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/found")

  /// Answers lie there as well, which `FoundBodiesTests` reads.
  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { $0.hasSuffix(".yaml") }.sorted()

  @Test("a file is read in no time, and has its problems told", arguments: names)
  func quick(_ name: String) throws {
    let octets = Array(try Data(contentsOf: Self.folder.appending(path: name)))
    let reader = EndpointReader(registry: Builtins.readingRegistry)
    let time = ProcessorTime.measure {
      #expect(throws: Failure.self) {
        try reader.read(Source(name: name, octets: octets))
      }
    }
    #expect(time < .seconds(20))
  }

  @Test("there are some") func some() { #expect(!Self.names.isEmpty) }
}
