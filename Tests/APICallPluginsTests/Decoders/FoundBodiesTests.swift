import APICallHTTP
import APICallPlugins
import Foundation
import Testing

/// Answers of which something else was made when they came in other pieces: a fuzzer found them.
///
/// Files end with the name of the decoder.
@Suite("Answers that were trouble once")
struct FoundBodiesTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "Fixtures/found")

  static let names =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
    .filter { !$0.hasSuffix(".yaml") }.sorted()

  @Test("a body is refused, and in the same words octet by octet", arguments: names)
  func refused(_ name: String) throws {
    let body = Array(try Data(contentsOf: Self.folder.appending(path: name)))
    let ending = name.split(separator: ".").last.map { String($0) }
    let decoder = try #require(Builtins.decoders.first { $0.name == ending })
    let whole = decoded(decoder, pieces: [body])
    #expect(whole.last?.hasPrefix("malformed: ") ?? false)
    #expect(decoded(decoder, pieces: body.map { [$0] }) == whole)
  }

  @Test("there are some") func some() { #expect(!Self.names.isEmpty) }
}
