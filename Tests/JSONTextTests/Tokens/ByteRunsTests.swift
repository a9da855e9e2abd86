import SeededNumbers
import Testing

@testable import JSONText

@Suite("Runs of bytes")
struct ByteRunsTests {
  @Test("A run ends at the same place whether it is read by bytes or by words")
  func plainRuns() {
    var bytes = [UInt8](repeating: UInt8(ascii: "a"), count: 19)
    for byte in UInt8.min...UInt8.max {
      let isPlain = (0x20..<0x80).contains(byte) && byte != 0x22 && byte != 0x5c
      for place in bytes.indices {
        bytes[place] = byte
        let end = bytes.span.endOfPlainRun(from: 1)
        #expect(end == (isPlain || place == 0 ? bytes.count : place), "\(byte) at \(place)")
        bytes[place] = UInt8(ascii: "a")
      }
    }
  }

  @Test("A run of spaces ends at the first other byte")
  func spaces() {
    for count in 0..<40 {
      let bytes = [UInt8](repeating: 0x20, count: count) + [0x09, 0x20]
      #expect(bytes.span.endOfSpaces(from: 0) == count)
      #expect(bytes.span.extracting(first: count).endOfSpaces(from: count / 2) == count)
    }
  }

  @Test("A UTF-8 sequence has the length that the standard library finds, or none")
  func sequences() {
    var random = SeededGenerator(seed: 10)
    let leads: [UInt8] = [0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0x80]
    let others: [UInt8] = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0]
    for _ in 0..<5000 {
      var bytes = [leads[random.below(leads.count)]]
      for _ in 0..<random.below(4) { bytes.append(others[random.below(others.count)]) }
      let wanted = (2...4).first {
        $0 <= bytes.count && String(validating: bytes[..<$0], as: UTF8.self) != nil
      }
      #expect(bytes.span.sequenceLength(at: 0) == wanted ?? 0, "\(bytes)")
    }
  }

  @Test("The bound on values is never too low, and is close if strings contain no signs")
  func bound() {
    let text = #"{"a": [1, {"b": null}], "c": {}, "some longer text": "without such signs"}"#
    let bound = Array(text.utf8).span.valueBound
    #expect(bound >= 10)
    #expect(bound < 10 + 8)
  }
}
