import SeededNumbers
import Testing

@testable import JSONText

@Suite("Runs of bytes")
struct OctetRunsTests {
  @Test("A run ends at the same place whether it is read by bytes or by words")
  func plainRuns() {
    var octets = [UInt8](repeating: UInt8(ascii: "a"), count: 19)
    for octet in UInt8.min...UInt8.max {
      let isPlain = (0x20..<0x80).contains(octet) && octet != 0x22 && octet != 0x5c
      for place in octets.indices {
        octets[place] = octet
        let end = octets.span.endOfPlainRun(from: 1)
        #expect(end == (isPlain || place == 0 ? octets.count : place), "\(octet) at \(place)")
        octets[place] = UInt8(ascii: "a")
      }
    }
  }

  @Test("A run of spaces ends at the first other byte")
  func spaces() {
    for count in 0..<40 {
      let octets = [UInt8](repeating: 0x20, count: count) + [0x09, 0x20]
      #expect(octets.span.endOfSpaces(from: 0) == count)
      #expect(octets.span.extracting(first: count).endOfSpaces(from: count / 2) == count)
    }
  }

  @Test("A UTF-8 sequence has the length that the standard library finds, or none")
  func sequences() {
    var random = SeededGenerator(seed: 10)
    let leads: [UInt8] = [0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef, 0xf0, 0xf1, 0xf4, 0xf5, 0x80]
    let others: [UInt8] = [0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0]
    for _ in 0..<5000 {
      var octets = [leads[random.below(leads.count)]]
      for _ in 0..<random.below(4) { octets.append(others[random.below(others.count)]) }
      let wanted = (2...4).first {
        $0 <= octets.count && String(validating: octets[..<$0], as: UTF8.self) != nil
      }
      #expect(octets.span.sequenceLength(at: 0) == wanted ?? 0, "\(octets)")
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
