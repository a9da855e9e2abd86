import SeededNumbers
import Testing

@testable import APICallPlugins

@Suite("The entries of a netrc file")
struct NetrcReaderTests {
  /// An entry in one line: host, login, password, and whether it has an error.
  private func entries(_ text: String) -> [String] {
    NetrcReader.entries(of: Array(text.utf8)).map { entry in
      func text(_ bytes: [UInt8]?) -> String {
        bytes.map { String(decoding: $0, as: UTF8.self) } ?? "-"
      }
      return "\(entry.line) \(entry.host ?? "default") \(text(entry.login)) \(text(entry.password))"
        + (entry.isClean ? "" : " !")
    }
  }

  @Test(
    "Entries are read as curl reads them",
    arguments: [
      ("machine a login b password c", ["1 a b c"]),
      (
        "machine a\n\tlogin b\n\tpassword c\nmachine d login e password f\n",
        ["1 a b c", "4 d e f"]
      ),
      ("MACHINE A Login b PASSWORD c account x", ["1 A b c"]),
      ("machine a password c login b default login x password y", ["1 a b c", "1 default x y"]),
      ("machine a login \"b c\" password \"d\\\"e\\\\f\\tg\"", ["1 a b c d\"e\\f\tg"]),
      ("# machine x login y password z\nmachine a login b password c # d\n", ["2 a b c"]),
      ("machine a login b password #c\n", ["1 a b - !"]),
      ("machine a login b password c d\n", ["1 a b c !"]),
      ("machine a login b", ["1 a b -"]), ("machine a login", ["1 a - - !"]),
      ("machine", ["1  - -"]),
      ("login x password y machine a login b password c", ["1 a b c"]),
      (
        "macdef init\nmachine x login y password z\n\nmachine a login b password c",
        ["4 a b c"]
      ),
      (
        "machine a login b password c\r\nmacdef m\r\ncd /\r\n\r\nmachine d\r\n",
        ["1 a b c", "5 d - -"]
      ),
      ("\u{FEFF}machine a login b password c", ["1 a b c"]),
      ("machine a login b password machine", ["1 a b machine"]), ("", []), ("\"", []),
      ("machine a login \"b\nmachine c", ["1 a b -", "2 c - -"]),
    ])
  func entries(_ text: String, _ expected: [String]) { #expect(entries(text) == expected) }

  @Test("Any bytes are read without failing")
  func anything() {
    let seed = TestSeed.picked()
    var generator = SeededGenerator(seed: seed)
    let words = [
      "machine", "default", "login", "password", "macdef", "\"", "\\", "#", "\n", " ", "a",
    ]
    for _ in 0..<2000 {
      var text = ""
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        text += words[Int.random(in: words.indices, using: &generator)]
        if Bool.random(using: &generator) { text += " " }
      }
      let found = NetrcReader.entries(of: Array(text.utf8))
      #expect(
        found.count <= text.components(of: "machine") + text.components(of: "default"),
        "seed \(seed): \(text.debugDescription)")
    }
  }
}

extension String {
  /// Returns how often a word occurs in the text.
  fileprivate func components(of word: String) -> Int { ranges(of: word).count }
}
