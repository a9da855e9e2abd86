import JSONText
import Testing

@Suite("Taking the white space out of JSON")
struct JSONCompactorTests {
  @Test("keeps everything but white space between tokens")
  func compacts() throws {
    var buffer: [UInt8] = []
    var compactor = JSONCompactor()
    let text = "\u{feff} { \"b b\" : [ 1.10 ,\t1E400 ] ,\r\n \"b b\" : \"\\/ \" } "
    try compactor.push(Array(text.utf8).span, into: &buffer)
    try compactor.finish(into: &buffer)
    #expect(String(decoding: buffer, as: UTF8.self) == #"{"b b":[1.10,1E400],"b b":"\/ "}"#)
  }

  @Test("what was indented and compacted again is what was compacted")
  func undoesIndenting() {
    var maker = TextMaker(seed: 5)
    for _ in 0..<1000 {
      let text = maker.text()
      let first = Outcome(of: text)
      let second = Outcome(of: first.indented)
      #expect(first.error == nil)
      #expect(second.compact == first.compact)
      #expect(second.indented == first.indented)
    }
  }
}
