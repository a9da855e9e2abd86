/// A part of a form as `--form` writes it: `name=text`, `name=@file`, `name=<file`.
struct CurlFormPart {
  /// Where the content comes from.
  enum Content {
    case text(String)
    case files([String])
    /// A file whose contents are sent as text.
    case contents(String)
  }

  var name: String
  var content: Content
  var type: String?
  var fileName: String?
  /// The parameters that have no counterpart in a file.
  var lost: [String] = []

  /// Reads a part; nil without `=`.
  init?(_ text: String, isLiteral: Bool) {
    let (name, value) = text.split(aroundFirst: "=")
    guard let value else { return nil }
    self.name = name
    guard !isLiteral else {
      content = .text(value)
      return
    }
    var reader = WordReader(rest: Array(value.utf8)[...])
    switch reader.rest.first {
    case UInt8(ascii: "@"):
      reader.rest.removeFirst()
      var files = [reader.word(until: ",;")]
      content = .files([])
      while true {
        readParameters(&reader, until: ",;")
        guard reader.rest.first == UInt8(ascii: ",") else { break }
        reader.rest.removeFirst()
        files.append(reader.word(until: ",;"))
      }
      content = .files(files)
    case UInt8(ascii: "<"):
      reader.rest.removeFirst()
      content = .contents(reader.word(until: ";"))
      readParameters(&reader, until: ";")
    default:
      content = .text(reader.word(until: ";"))
      readParameters(&reader, until: ";")
    }
  }

  private mutating func readParameters(_ reader: inout WordReader, until ends: String) {
    while reader.rest.first == UInt8(ascii: ";") {
      reader.rest.removeFirst()
      reader.skipBlanks()
      if reader.take("type=") {
        reader.skipBlanks()
        var type = reader.word(until: ends)
        // Parameters of the type follow it.
        while reader.rest.first == UInt8(ascii: ";"), !reader.isBeforeParameter {
          reader.rest.removeFirst()
          type += ";" + reader.word(until: ends)
        }
        self.type = type
      } else if reader.take("filename=") {
        reader.skipBlanks()
        fileName = reader.word(until: ends)
      } else {
        let word = reader.word(until: ends)
        lost.append(
          word.hasPrefix("encoder=") || word.hasPrefix("headers=")
            ? String(word.prefix(7)) : "a word")
      }
    }
  }

  /// Reads the words of a part.
  private struct WordReader {
    var rest: ArraySlice<UInt8>

    mutating func skipBlanks() { rest = rest.drop { $0 == 0x20 || $0 == 0x09 } }

    mutating func take(_ word: String) -> Bool {
      guard rest.starts(with: word.utf8) else { return false }
      rest.removeFirst(word.utf8.count)
      return true
    }

    /// Whether what follows the semicolon here is a parameter of the part.
    var isBeforeParameter: Bool {
      let next = rest.dropFirst().drop { $0 == 0x20 || $0 == 0x09 }
      return ["type=", "filename=", "encoder=", "headers="].contains { next.starts(with: $0.utf8) }
    }

    /// A word, which may be in double quotes.
    mutating func word(until ends: String) -> String {
      if rest.first == UInt8(ascii: "\"") {
        var quoted = rest.dropFirst()
        var text: [UInt8] = []
        while let byte = quoted.popFirst() {
          if byte == UInt8(ascii: "\\"), let next = quoted.first,
            next == byte || next == UInt8(ascii: "\"")
          {
            text.append(next)
            quoted.removeFirst()
          } else if byte == UInt8(ascii: "\"") {
            rest = quoted.drop { !ends.utf8.contains($0) }
            return String(decoding: text, as: UTF8.self)
          } else {
            text.append(byte)
          }
        }
      }
      let word = rest.prefix { !ends.utf8.contains($0) }
      rest = rest[word.endIndex...]
      return String(decoding: word, as: UTF8.self)
    }
  }
}
