/// Names of inputs and outputs: `[A-Za-z_][A-Za-z0-9_-]*`.
package enum Identifier {
  /// Returns whether a text is a name.
  package static func isValid(_ text: String) -> Bool { isValid(text[...]) }

  package static func isValid(_ text: Substring) -> Bool {
    var first = true
    for byte in text.utf8 {
      guard allows(byte, first: first) else { return false }
      first = false
    }
    return !first
  }

  package static func allows(_ byte: UInt8, first: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): !first
    default: false
    }
  }

  /// The end of the name that begins at a byte; the byte itself if none does.
  package static func end(from start: Int, in bytes: [UInt8]) -> Int {
    var end = start
    while end < bytes.count, allows(bytes[end], first: end == start) { end += 1 }
    return end
  }
}

/// Names of variables that a shell can assign without side effects.
package enum ShellName {
  /// Lower-case variables with a meaning in zsh (zshparam(1)).
  ///
  /// For example, `path` is PATH: a server must not choose where programs, functions or modules
  /// come from, or where `cd` goes.
  private static let zshNames = [
    "argv", "cdpath", "fignore", "fpath", "histchars", "mailpath", "manpath", "module_path", "path",
    "prompt", "psvar", "watch",
  ]

  /// Returns whether a name can be assigned safely: `[a-z_][a-z0-9_]*`.
  ///
  /// This excludes the names with a meaning to a shell or a program (`PATH`, `IFS`). Proxy
  /// variables, which are lower-case by convention, and some of zsh's are excluded explicitly.
  package static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first), !name.hasSuffix("_proxy"),
      !zshNames.contains(name)
    else {
      return false
    }
    return name.utf8.allSatisfy { isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || byte == UInt8(ascii: "_")
  }
}
