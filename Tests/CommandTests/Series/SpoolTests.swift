import APICallBase
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
    for seed in 0..<40 as Range<UInt64> {
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
