import APICallBase
import APICallSafety
import APICallSystem
import Foundation
import SeededNumbers
import Testing

@Suite("Output that waits for its turn")
struct SpoolTests {
  private static func scratch() throws -> String {
    let folder = "\(Place.scratch)/spool-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return folder
  }

  @Test("It is output unchanged, whatever its length, and leaves no file")
  func iterationTrip() throws {
    let folder = try Self.scratch()
    for seed in 0..<15 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let spool = Spool(in: folder)
      var all: [UInt8] = []
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        let count = Int.random(in: 0...(40 << 10), using: &generator)
        let piece = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        try spool.write(piece.span)
        all += piece
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
      }
      let output = BufferSink()
      try spool.drain(to: output)
      #expect(output.bytes == all, "seed \(seed)")
      let rest = BufferSink()
      try spool.drain(to: rest)
      #expect(rest.bytes.isEmpty, "seed \(seed)")
    }
  }

  @Test("A missing folder is an error once memory does not suffice")
  func noFolder() throws {
    let spool = Spool(in: "\(Place.scratch)/nowhere")
    try spool.write([UInt8](repeating: 0, count: Spool.memory).span)
    #expect(
      throws: DeliveryError.output(
        .fileFailed("\(Place.scratch)/nowhere", reason: "no such file"))
    ) {
      try spool.write([1].span)
    }
  }

  @Test(
    "A secret that became known is masked also where a long output is cut",
    arguments: [
      ("hunter2-and-more", "hunter2-and-more"),
      ("first\nline and second", "first\nline and second"),
      ("hunter2-é", "%68%75%6e%74%65%72%32%2d%c3%a9"), ("hunter2-and", "aHVudGVyMi1hbmQ="),
    ])
  func masked(_ secret: String, _ spelled: String) throws {
    let redactor = Redactor([Array(secret.utf8)])
    let stretch = 1 << 20
    let next = stretch + Spool.memory
    for cut in [stretch, next - redactor.longest, next] {
      let before = String(repeating: ".", count: cut - spelled.utf8.count / 2)
      let after = String(repeating: ",", count: 2 * Spool.memory)
      let spool = Spool(in: try Self.scratch())
      try spool.write(before + spelled + after)
      let output = BufferSink()
      try spool.drain(to: output, masking: redactor)
      let text = output.bytes.drop { $0 == UInt8(ascii: ".") }
      let shown = String(decoding: text.prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self)
      #expect(shown == (spelled.hasSuffix("=") ? "***=" : "***"), "at \(cut)")
      #expect(output.bytes.count == before.utf8.count + shown.utf8.count + after.utf8.count)
    }
  }

  @Test("A long output without a secret is unchanged, even if it is not text")
  func unmasked() throws {
    var generator = SeededGenerator(seed: 7)
    let bytes = (0..<(5 << 19)).map { _ in UInt8.random(in: 128...255, using: &generator) }
    let spool = Spool(in: try Self.scratch())
    try spool.write(bytes.span)
    let output = BufferSink()
    try spool.drain(to: output, masking: Redactor([Array("hunter2".utf8)]))
    #expect(output.bytes == bytes)
  }

  @Test("Before its turn nothing is written, and after it everything is, in order")
  func turn() throws {
    let output = BufferSink()
    let sink = WaitingSink(output)
    try sink.write("a")
    try sink.flush()
    #expect(output.bytes.isEmpty)
    try sink.takeTurn()
    try sink.write("b")
    try sink.takeTurn()
    #expect(String(decoding: output.bytes, as: UTF8.self) == "ab")
  }
}
