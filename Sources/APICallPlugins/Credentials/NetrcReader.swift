import APICallText

/// The entry of a netrc file for one host.
struct NetrcEntry {
  /// The host; nil for the entry `default`.
  var host: String?
  var line: Int
  var login: [UInt8]?
  var password: [UInt8]?
  /// Whether all its words are known and have values.
  var isClean = true
}

/// Reads the words of a netrc file like curl 7.84 and newer, including quotes and comments.
struct NetrcReader {
  /// The largest number of entries that are read.
  private static let limit = 10_000

  private let bytes: [UInt8]
  private var position = 0
  private var line = 1

  static func entries(of bytes: [UInt8]) -> [NetrcEntry] {
    var reader = NetrcReader(bytes: ByteOrderMark.removed(from: bytes))
    return reader.readEntries()
  }

  private mutating func readEntries() -> [NetrcEntry] {
    var entries: [NetrcEntry] = []
    while let word = nextWord() {
      let keyword = String(decoding: word, as: UTF8.self).lowercased()
      switch keyword {
      case "machine":
        guard entries.count < Self.limit else { return entries }
        let start = line
        let host = nextWord().map { String(decoding: $0, as: UTF8.self) } ?? ""
        entries.append(NetrcEntry(host: host, line: start))
      case "default":
        guard entries.count < Self.limit else { return entries }
        entries.append(NetrcEntry(host: nil, line: line))
      case "macdef": skipMacro()
      case "login", "password", "account":
        let value = nextWord()
        guard let last = entries.indices.last else { continue }
        if value == nil { entries[last].isClean = false }
        if keyword == "login" { entries[last].login = value }
        if keyword == "password" { entries[last].password = value }
      default: entries.indices.last.map { entries[$0].isClean = false }
      }
    }
    return entries
  }

  private mutating func skipMacro() {
    var isEmpty = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\n") {
        line += 1
        if isEmpty { return }
        isEmpty = true
      } else if byte != UInt8(ascii: "\r") {
        isEmpty = false
      }
    }
  }

  /// The next word; nil at the end of the file.
  private mutating func nextWord() -> [UInt8]? {
    skipBlanks()
    guard position < bytes.count else { return nil }
    if bytes[position] == UInt8(ascii: "\"") { return quotedWord() }
    let start = position
    while position < bytes.count, !Self.isBlank(bytes[position]) { position += 1 }
    return Array(bytes[start..<position])
  }

  /// Skips white space, and comments to the ends of their lines.
  private mutating func skipBlanks() {
    var isComment = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\n") {
        line += 1
        isComment = false
      } else if byte == UInt8(ascii: "#") {
        isComment = true
      } else if !isComment, !Self.isBlank(byte) {
        return
      }
      position += 1
    }
  }

  /// Reads a word in double quotes, which ends at the end of the line at the latest.
  ///
  /// A backslash escapes the next character; `\n`, `\r` and `\t` are control
  /// characters.
  private mutating func quotedWord() -> [UInt8] {
    var word: [UInt8] = []
    position += 1
    while position < bytes.count, bytes[position] != UInt8(ascii: "\n") {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "\"") { return word }
      guard byte == UInt8(ascii: "\\"), position < bytes.count else {
        word.append(byte)
        continue
      }
      switch bytes[position] {
      case UInt8(ascii: "n"): word.append(0x0A)
      case UInt8(ascii: "r"): word.append(0x0D)
      case UInt8(ascii: "t"): word.append(0x09)
      case let other: word.append(other)
      }
      position += 1
    }
    return word
  }

  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == 0x20 || (0x09...0x0D).contains(byte)
  }
}
