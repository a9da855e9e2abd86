import APICallBase

/// An option of curl.
struct CurlOption: Sendable {
  /// What becomes of an option.
  enum Treatment: Sendable, Hashable {
    case mapped
    /// It makes no difference to apicall.
    case silent
    /// An option of `apicall run` does the same.
    case run(String)
    /// There is nothing like it, for a reason.
    case lost(String)
  }

  let name: String
  /// The letter; nil for none.
  let letter: Unicode.Scalar?
  let hasValue: Bool
  let treatment: Treatment

  /// All options of curl up to version 8.16, from the file `curl-options.txt`.
  ///
  /// Its lines are what becomes of them: `=` is part of the file, `.` makes no difference, `>` names
  /// the option of `apicall run`, and after `!` is the reason that there is nothing like it. Below
  /// are the names, with the letter after a comma, and a plus sign for an option with a value.
  static let all: [String: CurlOption] = {
    var all: [String: CurlOption] = [:]
    var treatment = Treatment.silent
    let table = String(decoding: PackageResources.curl_options_txt, as: UTF8.self)
    for line in table.split(separator: "\n") {
      if line.hasPrefix(" ") {
        for entry in line.split(separator: " ") {
          let option = CurlOption(entry, treatment)
          all[option.name] = option
        }
      } else {
        treatment = Treatment(line)
      }
    }
    return all
  }()

  private static let byLetter: [Unicode.Scalar: CurlOption] = {
    var byLetter: [Unicode.Scalar: CurlOption] = [:]
    for option in all.values {
      if let letter = option.letter { byLetter[letter] = option }
    }
    return byLetter
  }()

  /// Reads an entry of the table: `name`, `name,n` or `name,n+`.
  private init(_ entry: Substring, _ treatment: Treatment) {
    hasValue = entry.hasSuffix("+")
    let parts = (hasValue ? entry.dropLast() : entry).split(separator: ",")
    name = parts.first.map(String.init) ?? ""
    letter = parts.count > 1 ? parts[1].unicodeScalars.first : nil
    self.treatment = treatment
  }

  static func option(for letter: Unicode.Scalar) -> CurlOption? { byLetter[letter] }

  /// Finds the option that a long name means: its name, `no-` and its name, or the beginning of
  /// only one name.
  ///
  /// Returns the option, and whether it is switched off; nil if no option is meant.
  static func option(named name: String) -> (option: CurlOption, isOff: Bool)? {
    if let option = all[name] { return (option, false) }
    if name.hasPrefix("no-"), let option = all[String(name.dropFirst(3))], !option.hasValue {
      return (option, true)
    }
    let longer = all.keys.filter { $0.hasPrefix(name) }
    guard longer.count == 1, !name.isEmpty, let option = all[longer[0]] else { return nil }
    return (option, false)
  }

  static func hint(for name: String) -> String? {
    if let equals = name.firstIndex(of: "="), all[String(name[..<equals])]?.hasValue == true {
      return "curl takes the value as a word of its own: --\(name[..<equals]) VALUE"
    }
    return Nearest.word(to: name, among: all.keys.sorted()).map { "did you mean '--\($0)'?" }
  }
}

extension CurlOption.Treatment {
  fileprivate init(_ heading: Substring) {
    let rest = String(heading.dropFirst())
    switch heading.first {
    case "=": self = .mapped
    case ".": self = .silent
    case ">": self = .run(rest)
    default: self = .lost(rest.split(separator: " ").joined(separator: " "))
    }
  }
}
