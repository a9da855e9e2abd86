import APICallBase
import HostNames

/// The syntax of URIs (RFC 3986, appendix A), all of it but what single schemes add.
enum URISyntax {
  /// Tells whether a text is a URI: with its scheme, and in ASCII.
  static func isURI(_ text: ArraySlice<UInt8>) -> Bool {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), isScheme(text[..<colon]) else {
      return false
    }
    var rest = text[(colon + 1)...]
    if let hash = rest.firstIndex(of: UInt8(ascii: "#")) {
      guard holds(rest[(hash + 1)...], and: ":@/?") else { return false }
      rest = rest[..<hash]
    }
    if let mark = rest.firstIndex(of: UInt8(ascii: "?")) {
      guard holds(rest[(mark + 1)...], and: ":@/?") else { return false }
      rest = rest[..<mark]
    }
    if rest.starts(with: "//".utf8) {
      let end = rest.dropFirst(2).firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
      guard isAuthority(rest[rest.startIndex + 2..<end]) else { return false }
      rest = rest[end...]
    }
    return holds(rest, and: ":@/")
  }

  /// A letter, and letters, digits, `+`, `-` and `.` behind it (section 3.1).
  private static func isScheme(_ text: ArraySlice<UInt8>) -> Bool {
    text.first?.isASCIILetter == true
      && text.allSatisfy { $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) }
  }

  /// A host with a user before it and a port behind it (section 3.2).
  private static func isAuthority(_ text: ArraySlice<UInt8>) -> Bool {
    var host = text
    if let at = host.lastIndex(of: UInt8(ascii: "@")) {
      guard holds(host[..<at], and: ":") else { return false }
      host = host[(at + 1)...]
    }
    if host.first == UInt8(ascii: "[") {
      guard let end = host.firstIndex(of: UInt8(ascii: "]")) else { return false }
      let address = String(decoding: host[(host.startIndex + 1)..<end], as: UTF8.self)
      let port = host[(end + 1)...]
      return InternetAddress.canonicalIPv6(address) != nil && (port.isEmpty || isPort(port))
    }
    guard let colon = host.firstIndex(of: UInt8(ascii: ":")) else { return holds(host, and: "") }
    return holds(host[..<colon], and: "") && isPort(host[colon...])
  }

  private static func isPort(_ text: ArraySlice<UInt8>) -> Bool {
    text.first == UInt8(ascii: ":") && text.dropFirst().allSatisfy(\.isASCIIDigit)
  }

  /// Tells whether a text is made of unreserved characters, `sub-delims`, octets as `%41`, and some
  /// more characters (section 2).
  private static func holds(_ text: ArraySlice<UInt8>, and more: String) -> Bool {
    var rest = text
    while let octet = rest.popFirst() {
      if octet == UInt8(ascii: "%") {
        guard rest.prefix(2).count == 2, rest.prefix(2).allSatisfy(\.isASCIIHexDigit) else {
          return false
        }
        rest = rest.dropFirst(2)
      } else if !octet.isASCIILetterOrDigit, !"-._~!$&'()*+,;=".utf8.contains(octet),
        !more.utf8.contains(octet)
      {
        return false
      }
    }
    return true
  }
}
