import APICallHTTP

/// The Content-Disposition of a response, as far as it names a file (RFC 6266).
package struct ContentDisposition {
  package let fileName: String?

  /// `filename*` takes precedence over `filename` (section 4.3); the first of several equal ones
  /// counts.
  package init(_ field: String) {
    var plain: String?
    var extended: String?
    for (name, value) in Self.parameters(in: field) {
      switch name {
      case "filename": plain = plain ?? value
      case "filename*": extended = extended ?? Self.decoded(value)
      default: break
      }
    }
    fileName = extended ?? plain
  }

  /// Reads `type;name=value;name="value"`.
  ///
  /// White space is allowed around `=` and `;`, since some senders add it.
  private static func parameters(in field: String) -> [(name: String, value: String)] {
    var found: [(name: String, value: String)] = []
    var rest = field.unicodeScalars.drop { $0 != ";" }
    while rest.popFirst() != nil {
      rest = rest.drop(while: isSpace)
      let name = rest.prefix { $0 != "=" && $0 != ";" && !isSpace($0) }
      rest = rest[name.endIndex...].drop(while: isSpace)
      if rest.first == "=" {
        rest = rest.dropFirst().drop(while: isSpace)
        found.append((String(name).lowercased(), value(&rest)))
      }
      rest = rest.drop { $0 != ";" }
    }
    return found
  }

  /// Takes a token, or a quoted string with its quoted pairs (RFC 9110, section 5.6.4).
  private static func value(_ rest: inout Substring.UnicodeScalarView) -> String {
    var value = String.UnicodeScalarView()
    guard rest.first == "\"" else {
      let token = rest.prefix { $0 != ";" && !isSpace($0) }
      rest = rest[token.endIndex...]
      return String(token)
    }
    rest = rest.dropFirst()
    while let scalar = rest.popFirst(), scalar != "\"" {
      guard scalar == "\\" else {
        value.append(scalar)
        continue
      }
      if let quoted = rest.popFirst() { value.append(quoted) }
    }
    return String(value)
  }

  /// Decodes `UTF-8'en'%e2%82%ac` (RFC 8187, section 3.2).
  ///
  /// Returns the text; nil if the charset is neither UTF-8 nor ISO-8859-1, or the bytes are invalid
  /// in it.
  private static func decoded(_ value: String) -> String? {
    let parts = value.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let bytes = PercentEncoding.decode(Array(parts[2].utf8), plusIsSpace: false)
    switch parts[0].lowercased() {
    case "utf-8": return String(validating: bytes, as: UTF8.self)
    case "iso-8859-1":
      return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    default: return nil
    }
  }

  private static func isSpace(_ scalar: Unicode.Scalar) -> Bool { scalar == " " || scalar == "\t" }
}
