/// A part of a form as `--form` writes it: `name=text`, `name=@file`, `name=<file`.
struct CurlFormPart {
  /// What the words of a part are.
  enum Kind {
    case text
    case files
    /// A file whose contents are sent as text.
    case contents
    /// The beginning or the end of a form within the form.
    case nested
  }

  /// A text or the path of a file, with its parameters.
  struct Word {
    var text: String
    var type: String?
    var fileName: String?
  }

  var name: String
  var kind: Kind
  /// One word; several for files.
  var words: [Word] = []
  /// The parameters that have no counterpart in a file.
  var lost: [String] = []

  /// Reads a part; nil without `=`.
  init?(_ text: String, isLiteral: Bool) {
    let (name, value) = text.split(aroundFirst: "=")
    guard let value else { return nil }
    self.name = name
    guard !isLiteral else {
      (kind, words) = (.text, [Word(text: value)])
      return
    }
    var reader = WordReader(rest: Array(value.utf8)[...])
    switch reader.rest.first {
    case UInt8(ascii: "("): kind = .nested
    case UInt8(ascii: ")") where name.isEmpty && value == ")": kind = .nested
    case UInt8(ascii: "@"):
      kind = .files
      repeat {
        reader.rest.removeFirst()
        readWord(&reader, until: ",;")
      } while reader.rest.first == UInt8(ascii: ",")
    case UInt8(ascii: "<"):
      kind = .contents
      reader.rest.removeFirst()
      readWord(&reader, until: ";")
    default:
      kind = .text
      readWord(&reader, until: ";")
    }
  }

  private mutating func readWord(_ reader: inout WordReader, until ends: String) {
    var word = Word(text: reader.word(until: ends))
    readParameters(of: &word, &reader, until: ends)
    words.append(word)
  }

  private mutating func readParameters(
    of word: inout Word, _ reader: inout WordReader, until ends: String
  ) {
    while reader.rest.first == UInt8(ascii: ";") {
      reader.rest.removeFirst()
      reader.skipBlanks()
      if reader.take("type=") {
        word.type = reader.type(until: ends)
      } else if reader.take("filename=") {
        word.fileName = reader.word(until: ends)
      } else {
        let unknown = reader.word(until: ends)
        lost.append(
          unknown.hasPrefix("encoder=") || unknown.hasPrefix("headers=")
            ? String(unknown.prefix(7)) : "a word")
      }
    }
  }

  /// Reads the words of a part.
  private struct WordReader {
    var rest: ArraySlice<UInt8>

    mutating func skipBlanks() { rest = rest.drop(while: Self.isBlank) }

    private static func trimmed(_ word: ArraySlice<UInt8>) -> String {
      let end = word.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? word.startIndex
      return String(decoding: word[..<end], as: UTF8.self)
    }

    private static func isBlank(_ byte: UInt8) -> Bool {
      byte == 0x20 || (0x09...0x0D).contains(byte)
    }

    mutating func take(_ word: String) -> Bool {
      guard rest.starts(with: word.utf8) else { return false }
      rest.removeFirst(word.utf8.count)
      return true
    }

    /// A media type with its parameters, as it is written.
    mutating func type(until ends: String) -> String {
      skipBlanks()
      var type = rest.prefix { !ends.utf8.contains($0) }
      rest = rest[type.endIndex...]
      while rest.first == UInt8(ascii: ";"), !isBeforeParameter {
        let parameter = rest.dropFirst().prefix { !ends.utf8.contains($0) }
        type += rest.prefix(1) + parameter
        rest = rest[parameter.endIndex...]
      }
      return Self.trimmed(type)
    }

    /// Whether what follows the semicolon here is a parameter of the part.
    var isBeforeParameter: Bool {
      let next = rest.dropFirst().drop(while: Self.isBlank)
      return ["type=", "filename=", "encoder=", "headers="].contains { next.starts(with: $0.utf8) }
    }

    /// A word, which may be in double quotes; otherwise, without white space at its ends.
    mutating func word(until ends: String) -> String {
      skipBlanks()
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
      return Self.trimmed(word)
    }
  }
}
