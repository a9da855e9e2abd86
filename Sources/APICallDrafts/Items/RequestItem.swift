/// A part of a request as it is typed after a URL: `name=value`, `Name:value` and so on.
struct RequestItem: Sendable, Hashable {
  /// What the name and the value are for.
  enum Kind: String, Sendable, CaseIterable {
    case headerFile = ":@"
    case jsonFile = ":=@"
    case json = ":="
    case header = ":"
    case queryFile = "==@"
    case query = "=="
    case dataFile = "=@"
    case data = "="
    /// A file of a form; without a name, it is the whole body.
    case file = "@"
    /// A header field without a value: `Name;`.
    case emptyHeader = ";"
  }

  var kind: Kind
  var name: String
  var value: String

  /// Reads an item as it is typed; nil without a separator.
  ///
  /// The first separator ends the name, and the longest one there counts. A backslash before a
  /// character of a separator keeps it in the name.
  init?(_ word: String) {
    var name: [UInt8] = []
    let bytes = Array(word.utf8)
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.count,
        ":=@;\\".utf8.contains(bytes[index + 1])
      {
        name.append(bytes[index + 1])
        index += 2
        continue
      }
      let rest = bytes[index...]
      let kind = Kind.allCases.filter { rest.starts(with: $0.rawValue.utf8) }
        .max { $0.rawValue.utf8.count < $1.rawValue.utf8.count }
      // A semicolon is a separator only at the end.
      if let kind, kind != .emptyHeader || index == bytes.count - 1 {
        self.kind = kind
        self.name = String(decoding: name, as: UTF8.self)
        value = String(decoding: rest.dropFirst(kind.rawValue.utf8.count), as: UTF8.self)
        return
      }
      name.append(bytes[index])
      index += 1
    }
    return nil
  }

  var isOfBody: Bool {
    switch kind {
    case .json, .jsonFile, .data, .dataFile, .file: true
    case .header, .headerFile, .emptyHeader, .query, .queryFile: false
    }
  }
}
