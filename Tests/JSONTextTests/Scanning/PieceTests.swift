import JSONText
import SeededNumbers
import Testing

/// The result for a text: the indented text as far as it goes, and the error that ended it.
struct Outcome: Equatable {
  var indented: [UInt8] = []
  var compact: [UInt8] = []
  var error: JSONSyntaxError?

  /// Reads a text that is cut at the given positions, in ascending order.
  init(of text: [UInt8], cutAt cuts: [Int] = []) {
    var indenter = JSONIndenter()
    var compactor = JSONCompactor()
    let places = [0] + cuts + [text.count]
    do throws(JSONSyntaxError) {
      for (start, end) in zip(places, places.dropFirst()) {
        let piece = text.span.extracting(start..<end)
        try indenter.push(piece, into: &indented)
      }
      try indenter.finish(into: &indented)
    } catch { self.error = error }
    do throws(JSONSyntaxError) {
      for (start, end) in zip(places, places.dropFirst()) {
        try compactor.push(text.span.extracting(start..<end), into: &compact)
      }
      try compactor.finish(into: &compact)
    } catch {
      if self.error != error { compact = Array("two errors".utf8) }
    }
  }
}

@Suite("Texts that come in pieces")
struct PieceTests {
  @Test("The pieces make no difference, with a cut at any position")
  func everyPlace() {
    var maker = TextMaker(seed: 1)
    for iteration in 0..<300 {
      var text = maker.text()
      if iteration % 2 == 1 { maker.mutate(&text) }
      guard text.count < 120 else { continue }
      let whole = Outcome(of: text)
      #expect(whole == Outcome(of: text, cutAt: Array(text.indices)), "\(text)")
      for cut in stride(from: iteration % 3, to: text.count, by: 3)
      where Outcome(of: text, cutAt: [cut]) != whole {
        Issue.record("cut at \(cut): \(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  @Test("The pieces make no difference, with several cuts")
  func somePlaces() {
    var maker = TextMaker(seed: 2)
    for iteration in 0..<3000 {
      var text = maker.text()
      if iteration % 2 == 1 { maker.mutate(&text) }
      let cuts = (0..<3).map { _ in maker.random.below(text.count + 1) }.sorted()
      if Outcome(of: text) != Outcome(of: text, cutAt: cuts) {
        Issue.record("cut at \(cuts): \(String(decoding: text, as: UTF8.self))")
      }
    }
  }

  @Test("100 000 broken texts are all read to an end", arguments: [3, 4] as [UInt64])
  func brokenTexts(seed: UInt64) {
    var maker = TextMaker(seed: seed)
    var texts: [[UInt8]] = []
    while texts.count < 200 {
      let text = maker.text()
      if text.count < 40 { texts.append(text) }
    }
    var accepted = 0
    for iteration in 0..<50_000 {
      var text = texts[iteration % texts.count]
      maker.mutate(&text)
      // An accepted text must be readable.
      if let document = try? JSONDocument(text) {
        accepted += 1
        guard iteration % 8 == 0 else { continue }
        #expect(document.root.isEqual(to: document.root))
      }
    }
    #expect(accepted > 1000 && accepted < 40_000)
  }
}
