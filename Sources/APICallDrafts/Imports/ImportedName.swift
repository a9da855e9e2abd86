import APICallHTTP
import APICallText

/// Names of files for requests that have none.
package enum ImportedName {
  private static let longest = 60

  /// The name for a method and a path: `get-users` for GET and `/v1/users/7`.
  ///
  /// Returns letters, digits and hyphens, at most 60.
  static func made(method: String, path: String, host: String) -> String {
    let segments = path.split(atByte: "/").map(words).filter(isName)
    let last = segments.last ?? words(of: label(of: host))
    let name = [words(of: method), last].filter { !$0.isEmpty }.joined(separator: "-")
    let cut = name.utf8.prefix(longest)
    let text = String(decoding: cut, as: UTF8.self)
    let trimmed = text.hasSuffix("-") ? String(text.dropLast()) : text
    return trimmed.isEmpty ? "request" : trimmed
  }

  /// The part of a host's name that identifies it: `stripe` of `api.stripe.com`.
  static func label(of host: String) -> String {
    let labels = host.lowercased().prefix { $0 != ":" }.split(separator: ".").map(String.init)
    guard labels.count > 1, labels.contains(where: { $0.utf8.contains { !$0.isASCIIDigit } }) else {
      return labels.count == 1 ? labels[0] : ""
    }
    let isShort = labels.count > 2 && labels[labels.count - 2].utf8.count <= 3
    return labels[labels.count - (isShort ? 3 : 2)]
  }

  /// Names that differ also where case does not matter.
  ///
  /// Returns the same names, with a number after those that occurred before.
  package static func distinct(_ names: [String]) -> [String] {
    var used: Set<String> = []
    var next: [String: Int] = [:]
    return names.map { name in
      var made = name
      while !used.insert(made).inserted {
        let number = next[name, default: 2]
        next[name] = number + 1
        made = "\(name)-\(number)"
      }
      return made
    }
  }

  private static func words(of text: String) -> String {
    var words = ""
    for byte in PercentEncoding.decode(Array(text.utf8), plusIsSpace: false) {
      if byte.isASCIILetterOrDigit {
        words.unicodeScalars.append(Unicode.Scalar(byte.lowercase))
      } else if !words.isEmpty, words.utf8.last != UInt8(ascii: "-") {
        words += "-"
      }
    }
    return words.hasSuffix("-") ? String(words.dropLast()) : words
  }

  /// Whether words are a name, and not a number or an identifier that a program made.
  private static func isName(_ words: String) -> Bool {
    let digits = words.utf8.count { $0.isASCIIDigit }
    let letters = words.utf8.count - digits
    return letters > 0 && words.utf8.count <= 40 && (digits <= 4 || digits * 3 < letters)
  }
}
