/// A link in the head of a response (RFC 8288, section 3), read as in appendix B.2: a syntax error
/// ends the field but is not reported.
package struct LinkField: Sendable, Hashable {
  /// The text between `<` and `>`.
  package let target: FieldText
  /// The relation types in lower case; a link may have several.
  package let relations: [String]
  /// Whether the link is from a resource other than the requested one.
  package let isForeign: Bool

  /// Finds the first link with a relation type in all Link fields of a head.
  package static func target(of relation: String, in head: ResponseHead) -> FieldText? {
    let relation = relation.lowercased()
    for value in head.contents(of: "Link") {
      for link in links(in: value) where !link.isForeign {
        if link.relations.contains(relation) { return link.target }
      }
    }
    return nil
  }

  package static func links(in value: FieldText) -> [LinkField] { read(value).links }

  /// The links of a field, and whether they are all of it.
  package static func read(_ value: FieldText) -> (links: [LinkField], isWhole: Bool) {
    var links: [LinkField] = []
    var isWhole = true
    var rest = value.bytes[...]
    while true {
      rest = rest.drop { isSpace($0) || $0 == UInt8(ascii: ",") }
      guard rest.first == UInt8(ascii: "<"), let end = rest.firstIndex(of: UInt8(ascii: ">"))
      else { return (links, isWhole && rest.isEmpty) }
      let target = FieldText(bytes: Array(rest[..<end].dropFirst()))
      rest = rest[(end + 1)...]
      links.append(LinkField(to: target, parametersFrom: &rest))
      // Skip the rest of a link that cannot be read further.
      let others = rest.prefix { $0 != UInt8(ascii: ",") }
      isWhole = isWhole && others.allSatisfy(isSpace)
      rest = rest[others.endIndex...]
    }
  }

  private init(to target: FieldText, parametersFrom rest: inout ArraySlice<UInt8>) {
    var relations: [String]?
    var isForeign = false
    while true {
      rest = rest.drop(while: Self.isSpace)
      guard rest.first == UInt8(ascii: ";") else { break }
      rest = rest.dropFirst().drop(while: Self.isSpace)
      let name = rest.prefix { !Self.isSpace($0) && !"=;,".utf8.contains($0) }
      rest = rest[name.endIndex...].drop(while: Self.isSpace)
      var value = ""
      if rest.first == UInt8(ascii: "=") {
        rest = rest.dropFirst().drop(while: Self.isSpace)
        value = Self.takeValue(from: &rest)
      }
      switch String(decoding: name, as: UTF8.self).lowercased() {
      // Only the first one counts (section 3.3).
      case "rel" where relations == nil:
        relations = value.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
      case "anchor": isForeign = true
      default: break
      }
    }
    self.target = target
    self.relations = relations ?? []
    self.isForeign = isForeign
  }

  /// Reads a token or a quoted string (RFC 9110, section 5.6.4).
  private static func takeValue(from rest: inout ArraySlice<UInt8>) -> String {
    guard rest.first == UInt8(ascii: "\"") else {
      let value = rest.prefix { $0 != UInt8(ascii: ";") && $0 != UInt8(ascii: ",") }
      rest = rest[value.endIndex...]
      return String(decoding: value, as: UTF8.self)
    }
    rest = rest.dropFirst()
    var value: [UInt8] = []
    while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
      value.append(byte == UInt8(ascii: "\\") ? rest.popFirst() ?? byte : byte)
    }
    return String(decoding: value, as: UTF8.self)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
}
