import APICallCurl
import TestServers
import Testing

@Suite("Content codings", .timeLimit(.minutes(5)))
struct BodyDecoderTests {
  /// Decodes pieces of a body, whose consumer has room for one piece at a time or for all.
  private func decode(
    _ pieces: [[UInt8]], _ coding: String, isSlow: Bool = false, mayBeEmpty: Bool = true
  ) throws(DecompressionProblem) -> [UInt8] {
    var decoded: [UInt8] = []
    let decoder = try BodyDecoder(
      coding.split(separator: ", ").compactMap { ContentCoding(name: String($0)) })
    let consumer: BodyDecoder.Consumer = { bytes in
      decoded += bytes
      return !isSlow
    }
    for piece in pieces {
      try piece.withUnsafeBufferPointer { bytes throws(DecompressionProblem) in
        try decoder.decode(UnsafeRawBufferPointer(bytes), to: consumer)
      }
    }
    while decoder.isHeld { try decoder.goOn(to: consumer) }
    try decoder.end(mayBeEmpty: mayBeEmpty)
    return decoded
  }

  private func single(_ bytes: [UInt8]) -> [[UInt8]] { bytes.map { [$0] } }

  @Test("A whole body is decoded, however it arrives and is consumed", arguments: CodedText.all)
  func whole(example: CodedText) throws {
    for pieces in [[example.bytes], single(example.bytes)] {
      for isSlow in [false, true] {
        let decoded = try decode(pieces, example.coding, isSlow: isSlow)
        #expect(String(decoding: decoded, as: UTF8.self) == CodedText.text)
      }
    }
  }

  @Test(
    "A body that is cut anywhere but at the end of a part is an error", arguments: CodedText.all)
  func cut(example: CodedText) throws {
    let outermost = try #require(
      example.coding.split(separator: ", ").last.flatMap { ContentCoding(name: String($0)) })
    for count in 1..<example.bytes.count {
      let bytes = Array(example.bytes.prefix(count))
      for pieces in [[bytes], single(bytes)] {
        if example.ends.contains(count) {
          #expect(try CodedText.text.utf8.starts(with: decode(pieces, example.coding)))
        } else {
          #expect(throws: DecompressionProblem.cut(outermost), "\(count) bytes") {
            try decode(pieces, example.coding)
          }
        }
      }
    }
  }

  @Test(
    "A body without bytes is whole only if something else marks its end", arguments: CodedText.all)
  func empty(example: CodedText) throws {
    #expect(try decode([], example.coding) == [])
    #expect(throws: DecompressionProblem.self) {
      try decode([], example.coding, mayBeEmpty: false)
    }
  }

  @Test("Padding and other bytes after the end are an error", arguments: CodedText.all)
  func surplus(example: CodedText) throws {
    let outermost = try #require(
      example.coding.split(separator: ", ").last.flatMap { ContentCoding(name: String($0)) })
    for surplus in [[UInt8](repeating: 0, count: 512), Array("\r\n\r\n".utf8), Array("junk".utf8)] {
      #expect(throws: DecompressionProblem.surplus(outermost)) {
        try decode([example.bytes + surplus], example.coding)
      }
      #expect(throws: DecompressionProblem.surplus(outermost)) {
        try decode(single(example.bytes + surplus), example.coding)
      }
    }
  }

  @Test("No changed bit of data with a checksum gives another text", arguments: CodedText.all)
  func changed(example: CodedText) throws {
    // Brotli, raw deflate and Zstandard without a checksum cannot tell.
    let isChecked = ["gzip", "zlib", "stored", "with a checksum", "frames", "within"].contains {
      example.description.contains($0)
    }
    for index in example.bytes.indices where isChecked && !example.description.contains("without") {
      for bit in 0..<8 {
        var bytes = example.bytes
        bytes[index] ^= 1 << bit
        let decoded = try? decode([bytes], example.coding)
        // A frame that is made skippable is skipped.
        let isSkipped = example.coding == "zstd" && (decoded?.count ?? 0) < CodedText.text.count
        #expect(
          decoded == nil || decoded == Array(CodedText.text.utf8) || isSkipped,
          "bit \(bit) of byte \(index)")
      }
    }
  }

  @Test(
    "What is not in the coding is named",
    arguments: [
      ("gzip", "abc", "the body is not valid gzip: incorrect header check"),
      ("deflate", "\u{1F}", "the body is not valid deflate: invalid block type"),
      ("deflate", "x\u{3}", "the body is not valid deflate: incorrect header check"),
      ("br", "\u{11}\u{11}\u{11}\u{11}", "the body is not valid br"),
      ("zstd", "{\"a\":1}", "the body is not valid zstd: unknown frame descriptor"),
      ("gzip", "\u{1F}", "the body ends in the middle of its gzip data"),
    ])
  func corrupt(coding: String, body: String, reason: String) {
    let problem = #expect(throws: DecompressionProblem.self) {
      try decode([Array(body.utf8)], coding)
    }
    #expect(problem?.reason == reason)
  }

  @Test("A body that needs more memory than any encoder may require is refused")
  func window() {
    // The frame declares a window of 16 MiB (RFC 8878, section 3.1.1.1.2).
    let frame: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0, 14 << 3, 1, 0, 0]
    let problem = #expect(throws: DecompressionProblem.window(.zstd, limit: 8 << 20)) {
      try decode([frame], "zstd")
    }
    #expect(
      problem?.reason == "the body needs more than 8 MiB of memory to decode its zstd data")
  }

  @Test("A body that grows without end in an inner coding, and produces nothing, is refused")
  func bomb() {
    // Five million empty blocks of deflate in 28 bytes of Brotli.
    let body: [UInt8] = [
      0xcf, 0xff, 0xff, 0x7f, 0x00, 0xa4, 0x00, 0xfe, 0xe3, 0xb5, 0x28, 0x6a, 0xef, 0xff, 0x71,
      0xfe,
      0xe0, 0xf5, 0x01, 0x90, 0x00, 0x88, 0xc3, 0x02, 0xd0, 0x7f, 0xeb, 0x03,
    ]
    #expect(throws: DecompressionProblem.expansion) { try decode([body], "deflate, br") }
  }

  @Test("Large bodies pass a consumer that takes one piece at a time")
  func held() throws {
    // Each of these blocks stands for 128 KiB (RFC 8878, section 3.1.1.2.2).
    var body: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3]
    for block in 1...20 {
      let header = (128 << 10) << 3 | 1 << 1 | (block == 20 ? 1 : 0)
      body += [UInt8(header & 0xff), UInt8(header >> 8 & 0xff), UInt8(header >> 16), 0x61]
    }
    for pieces in [[body], single(body)] {
      let decoded = try decode(pieces, "zstd", isSlow: true)
      #expect(decoded.count == 20 << 17 && decoded.allSatisfy { $0 == 0x61 })
    }
  }

  @Test("Codings are found by their names in any case")
  func names() {
    let names = ["GZip", "X-gzip", "deflate", "BR", "zstd", "compress", "identity", ""]
    #expect(
      names.map { ContentCoding(name: $0) } == [.gzip, .gzip, .deflate, .br, .zstd, nil, nil, nil])
  }
}
