import APICallHTTP
import APICallSafety
import SeededNumbers
import Testing

@Suite("Names and values of a query and a form")
struct FormEncodingTests {
  @Test("Queries and forms encode each component in their own way")
  func join() {
    let items: [(name: String, value: ProtectedText)] = [
      ("a b", "c d"), ("", ""), ("a b", ProtectedText("s&=", isSecret: true)),
    ]
    #expect(FormEncoding.join(items, for: .value).revealed == "a%20b=c%20d&=&a%20b=s%26%3D")
    #expect(FormEncoding.join(items, for: .form).revealed == "a+b=c+d&=&a+b=s%26%3D")
    #expect(FormEncoding.join(items, for: .form).masked == "a+b=c+d&=&a+b=***")
    #expect(FormEncoding.join([], for: .form).isEmpty)
  }

  @Test("Splitting undoes joining")
  func iterationTrip() {
    var random = SeededGenerator(seed: 31)
    let bits = ["a", "&", "=", "+", " ", "%", "%41", "é", "\n", ";"]
    for iteration in 0..<2_000 {
      let items = (0..<random.below(5)).map { _ in
        (name: random.text(of: bits, below: 4), value: random.text(of: bits, below: 4))
      }
      for component in [PercentEncoding.Component.value, .form] {
        let joined = FormEncoding.join(
          items.map { ($0.name, ProtectedText($0.value)) }, for: component)
        let split = FormEncoding.split(joined.revealedBytes)
        #expect(
          split == items.map { [Array($0.name.utf8), Array($0.value.utf8)] },
          "seed 31, iteration \(iteration): \(items)")
      }
    }
  }

  @Test("A name without = differs from one with an empty value, and empty items are ignored")
  func withoutSign() {
    #expect(
      FormEncoding.split(Array("a&b=&&c=1=2".utf8))
        == [["a"], ["b", ""], ["c", "1=2"]].map {
          $0.map { Array($0.utf8) }
        })
  }
}
