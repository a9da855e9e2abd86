import JSONText
import Testing

@Suite("Compacting JSON")
struct JSONCompactorTests {
  @Test("Everything is kept except white space between tokens")
  func compacts() throws {
    var buffer: [UInt8] = []
    var compactor = JSONCompactor()
    let text = "\u{feff} { \"b b\" : [ 1.10 ,\t1E400 ] ,\r\n \"b b\" : \"\\/ \" } "
    try compactor.push(Array(text.utf8).span, into: &buffer)
    try compactor.finish(into: &buffer)
    #expect(String(decoding: buffer, as: UTF8.self) == #"{"b b":[1.10,1E400],"b b":"\/ "}"#)
  }

  @Test("Compacting indented JSON gives the compact JSON it was made from")
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
