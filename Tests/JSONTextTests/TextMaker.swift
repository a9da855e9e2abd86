import SeededNumbers

/// Makes JSON texts of all kinds, with white space in unusual places.
struct TextMaker {
  var random: SeededGenerator

  private static let numbers = [
    "0", "-0", "1", "1.10", "1E400", "12345678901234567890", "-2.5e-3", "1e+2", "0.0", "10e-1",
  ]
  private static let strings = [
    #""""#, #""a""#, #""é""#, #""日本""#, #""😀""#, #""\n\"\\\/""#, #""\u00e9""#, #""\ud83d\ude00""#,
    #""\ud800""#, #""a longer text of plain bytes""#, "\"\u{7f}\"", #""a""#, #""{[,:]}""#,
  ]
  private static let blanks = ["", "", "", " ", "\n", "\t", "\r\n", "          "]

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func text() -> [UInt8] {
    var text = random.below(16) == 0 ? "\u{feff}" : ""
    append(to: &text, depth: 0)
    return Array(text.utf8)
  }

  mutating func pick(_ choices: [String]) -> String { choices[random.below(choices.count)] }

  private mutating func append(to text: inout String, depth: Int) {
    text += pick(Self.blanks)
    switch random.below(depth < 3 ? 9 : 5) {
    case 0: text += "null"
    case 1: text += random.below(2) == 0 ? "true" : "false"
    case 2, 3: text += pick(Self.numbers)
    case 4: text += pick(Self.strings)
    case 5, 6:
      text += "["
      let count = random.below(4)
      if count == 0 { text += pick(Self.blanks) }
      for index in 0..<count {
        if index > 0 { text += "," }
        append(to: &text, depth: depth + 1)
      }
      text += "]"
    default:
      text += "{"
      let count = random.below(4)
      if count == 0 { text += pick(Self.blanks) }
      for index in 0..<count {
        if index > 0 { text += "," }
        text += pick(Self.blanks) + pick(Self.strings) + pick(Self.blanks) + ":"
        append(to: &text, depth: depth + 1)
      }
      text += "}"
    }
    text += pick(Self.blanks)
  }

  /// Changes a text in a few places, so that it is usually no longer valid JSON.
  mutating func mutate(_ text: inout [UInt8]) {
    let signs = Array("{}[]\",:\\u0-1.eEtfn \n\u{1}é".utf8) + [0xff, 0xed, 0xf4, 0x80, 0xc0]
    for _ in 0...random.below(3) where !text.isEmpty {
      let place = random.below(text.count)
      switch random.below(4) {
      case 0: text.remove(at: place)
      case 1: text.insert(signs[random.below(signs.count)], at: place)
      case 2: text[place] = signs[random.below(signs.count)]
      default: text.removeSubrange(place...)
      }
    }
  }
}
