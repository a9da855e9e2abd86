/// A media type such as `text/csv; header=absent` (RFC 9110, section 8.3.1).
package struct MediaType: Sendable, Hashable {
  /// The type in lower case, such as `application`.
  package let type: String
  /// The subtype in lower case, such as `problem+json`.
  package let subtype: String
  package let parameters: [Parameter]

  /// A parameter of a media type.
  package struct Parameter: Sendable, Hashable {
    /// The name in lower case.
    package let name: String
    /// The value, without quotes.
    package let value: String
  }

  package init?(_ field: String) {
    if let (slash, end) = Self.plainPlaces(in: field.utf8.span) {
      let (start, utf8) = (field.startIndex, field.utf8)
      let semicolon = utf8.index(start, offsetBy: end)
      type = String(field[..<utf8.index(start, offsetBy: slash)])
      subtype = String(field[utf8.index(start, offsetBy: slash + 1)..<semicolon])
      parameters = end == utf8.count ? [] : Self.parameters(in: field[semicolon...])
      return
    }
    let essence = field.utf8.prefix { $0 != UInt8(ascii: ";") }
    guard let slash = essence.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    var type = field[..<slash]
    var subtype = field[field.utf8.index(after: slash)..<essence.endIndex]
    // A name cannot contain a second slash, so it is rejected below.
    if !HeaderSyntax.isName(type) {
      type = type.drop { $0.isWhitespace }
      guard HeaderSyntax.isName(type) else { return nil }
    }
    if !HeaderSyntax.isName(subtype) {
      subtype = subtype.drop { $0.isWhitespace }.prefix { !$0.isWhitespace }
      guard HeaderSyntax.isName(subtype) else { return nil }
    }
    self.type = Self.lowercased(type)
    self.subtype = Self.lowercased(subtype)
    let rest = field[essence.endIndex...]
    parameters = rest.isEmpty ? [] : Self.parameters(in: rest)
  }

  /// Returns the places of the slash and of the end of the names, if they consist of the characters
  /// that almost all names consist of.
  ///
  /// Every response has a media type, and general texts take three times as long to read.
  private static func plainPlaces(
    in field: borrowing Span<UInt8>
  ) -> (slash: Int, end: Int)? {
    var (slash, end) = (0, field.count)
    names: for index in field.indices {
      switch field[index] {
      case 0x61...0x7A, 0x30...0x39: continue
      case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."): continue
      case UInt8(ascii: "/") where slash == 0 && index > 0: slash = index
      case UInt8(ascii: ";"):
        end = index
        break names
      default: return nil
      }
    }
    return slash > 0 && slash + 1 < end ? (slash, end) : nil
  }

  /// Converts a name to lower case, which most names already are.
  private static func lowercased(_ name: Substring) -> String {
    name.utf8.contains { (0x41...0x5A).contains($0) } ? name.lowercased() : String(name)
  }

  package func parameter(_ name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// Returns whether it matches a type such as `text/csv`, `text/*` or `application/*+json`.
  package func matches(_ pattern: String) -> Bool {
    let (pattern, type, subtype) = (pattern.utf8.span, type.utf8.span, subtype.utf8.span)
    let star = UInt8(ascii: "*")
    let takesAnyType = pattern.count > 1 && pattern[0] == star
    let slash = takesAnyType ? 1 : type.count
    guard pattern.count > slash, pattern[slash] == UInt8(ascii: "/"),
      takesAnyType || Self.isSame(pattern, 0, type, 0, slash)
    else { return false }
    let start = slash + 1
    if pattern.count == start || pattern[start] != star {
      let count = pattern.count - start
      return subtype.count == count && Self.isSame(pattern, start, subtype, 0, count)
    }
    let count = pattern.count - start - 1
    return subtype.count >= count
      && Self.isSame(pattern, start + 1, subtype, subtype.count - count, count)
  }

  /// Returns whether so many bytes of two texts, from an offset in each, are the same.
  private static func isSame(
    _ text: borrowing Span<UInt8>, _ start: Int, _ other: borrowing Span<UInt8>, _ begin: Int,
    _ count: Int
  ) -> Bool {
    for index in 0..<count where text[start + index] != other[begin + index] { return false }
    return true
  }

  /// Reads `;name=value;name="value"` (RFC 9110, section 5.6.6); invalid parameters are ignored.
  private static func parameters(in text: Substring) -> [Parameter] {
    var parameters: [Parameter] = []
    var rest = text
    while !rest.isEmpty {
      rest = rest.drop { $0 == ";" || $0.isWhitespace }
      let name = rest.prefix { $0 != "=" && $0 != ";" && !$0.isWhitespace }
      rest = rest.dropFirst(name.count)
      guard rest.first == "=" else {
        rest = rest.drop { $0 != ";" }
        continue
      }
      let value = rest.dropFirst().first == "\"" ? quoted(&rest) : token(&rest)
      if HeaderSyntax.isName(String(name)) {
        parameters.append(Parameter(name: name.lowercased(), value: value))
      }
    }
    return parameters
  }

  private static func token(_ rest: inout Substring) -> String {
    let value = rest.dropFirst().prefix { $0 != ";" && !$0.isWhitespace }
    rest = rest.dropFirst(value.count + 1)
    return String(value)
  }

  /// Reads `="…"` (RFC 9110, section 5.6.4).
  private static func quoted(_ rest: inout Substring) -> String {
    var value = ""
    var isEscaped = false
    rest = rest.dropFirst(2)
    while let character = rest.popFirst() {
      if isEscaped {
        value.append(character)
        isEscaped = false
      } else if character == "\\" {
        isEscaped = true
      } else if character == "\"" {
        break
      } else {
        value.append(character)
      }
    }
    return value
  }
}

extension MediaType: CustomStringConvertible {
  /// The type as in a header field, without its parameters.
  package var description: String { "\(type)/\(subtype)" }
}
