/// Names of inputs and outputs: `[A-Za-z_][A-Za-z0-9_-]*`.
package enum Identifier {
  /// Tells whether a text is a name.
  package static func isValid(_ text: String) -> Bool { isValid(text[...]) }

  /// Tells whether a part of a text is a name.
  package static func isValid(_ text: Substring) -> Bool {
    var first = true
    for octet in text.utf8 {
      guard allows(octet, first: first) else { return false }
      first = false
    }
    return !first
  }

  /// Tells whether an octet may stand in a name.
  package static func allows(_ octet: UInt8, first: Bool) -> Bool {
    switch octet {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"):
      true
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): !first
    default: false
    }
  }
}

/// Names that a shell may assign to without harm.
package enum ShellName {
  /// What zsh gives a meaning in small letters (zshparam(1)): `path` is PATH, and a server must not
  /// choose where programs, functions or modules come from, or where `cd` goes.
  private static let zshNames = [
    "argv", "cdpath", "fignore", "fpath", "histchars", "mailpath", "manpath", "module_path", "path",
    "prompt", "psvar", "watch",
  ]

  /// Tells whether a name is one: `[a-z_][a-z0-9_]*`, which leaves out all that a shell or a program
  /// gives a meaning (`PATH`, `IFS`), but for proxies, which are in small letters by custom, and for
  /// some of zsh's.
  ///
  /// - Parameter name: the name.
  /// - Returns: true where it may be assigned to.
  package static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first), !name.hasSuffix("_proxy"),
      !zshNames.contains(name)
    else {
      return false
    }
    return name.utf8.allSatisfy { isLetter($0) || UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
  }

  private static func isLetter(_ octet: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= octet || octet == UInt8(ascii: "_")
  }
}
