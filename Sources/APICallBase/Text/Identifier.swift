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
