import APICallContracts
import APICallPlugins
import Foundation
import Testing

/// Bodies found by fuzzing whose result once depended on the pieces.
///
/// The file extension is the name of the decoder.
@Suite("Bodies that once caused trouble")
struct FoundBodiesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/found")

  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.hasSuffix(".yaml") }.sorted()

  @Test("A body is refused with the same message when read byte by byte", arguments: names)
  func refused(_ name: String) throws {
    let body = Array(try Data(contentsOf: Self.folder.appending(path: name)))
    let ending = name.split(separator: ".").last.map { String($0) }
    let decoder = try #require(Builtins.decoders.first { $0.name == ending })
    let whole = decoded(decoder, pieces: [body])
    #expect(whole.last?.contains(#/^(malformed|of another kind): /#) ?? false)
    #expect(decoded(decoder, pieces: body.map { [$0] }) == whole)
  }

  @Test("There are some") func some() { #expect(!Self.names.isEmpty) }
}
