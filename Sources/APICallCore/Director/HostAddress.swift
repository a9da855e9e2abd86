package import YAMLTree

/// A host as it is written in a spec, a profile or after `--host`: an origin and a base path.
package struct HostAddress: Sendable, Hashable {
  /// The scheme, host and port.
  package var origin: Origin
  /// What stands before every path: empty, or a path that begins with a slash and does not end in
  /// one; percent-encoded.
  package var basePath: String

  package init(origin: Origin, basePath: String) {
    self.origin = origin
    self.basePath = basePath
  }

  /// Reads `scheme://host[:port][/base]`; without a scheme, https is meant.
  ///
  /// - Parameter text: the host as it is written.
  /// - Throws: a ``HostProblem``.
  package init(_ text: String) throws(HostProblem) {
    var rest = Substring(text)
    var scheme = Origin.Scheme.https
    if let range = text.firstRange(of: "://") {
      guard let known = Origin.Scheme(rawValue: text[..<range.lowerBound].lowercased()) else {
        throw .scheme(String(text[..<range.lowerBound]))
      }
      scheme = known
      rest = text[range.upperBound...]
    }
    if let stop = rest.first(where: { $0 == "?" || $0 == "#" || $0 == "\\" || $0 == "@" }) {
      throw .forbidden(stop)
    }
    let authority = rest.prefix { $0 != "/" }
    var base = rest.dropFirst(authority.count)
    while base.hasSuffix("/") { base.removeLast() }
    if let segment = PathSyntax.dotSegment(in: String(base)) { throw .dotSegment(segment) }

    let (host, port) = try Self.split(authority)
    try Self.check(host)
    origin = Origin(scheme: scheme, host: host.lowercased(), port: port)
    let encoded = PercentEncoding.encode(Array(base.utf8), for: .pathText)
    basePath = String(decoding: encoded, as: UTF8.self)
  }

  /// Takes the port off an authority (RFC 3986, section 3.2).
  private static func split(_ authority: Substring) throws(HostProblem) -> (Substring, Int?) {
    let hostEnd =
      authority.hasPrefix("[")
      ? authority.firstIndex(of: "]").map(authority.index(after:)) ?? authority.endIndex
      : authority.firstIndex(of: ":") ?? authority.endIndex
    let host = authority[..<hostEnd]
    let rest = authority[hostEnd...]
    guard !host.isEmpty else { throw .empty }
    guard !rest.isEmpty else { return (host, nil) }
    guard rest.first == ":" else { throw .name(String(authority)) }
    let digits = rest.dropFirst()
    guard digits.count <= 5, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }),
      let port = UInt16(digits), port > 0
    else { throw .port(String(digits)) }
    return (host, Int(port))
  }

  /// Checks a name or an address (RFC 3986, section 3.2.2; RFC 1123, section 2.1).
  private static func check(_ host: Substring) throws(HostProblem) {
    if host.hasPrefix("[") {
      let inner = host.dropFirst().dropLast()
      guard host.hasSuffix("]"), inner.contains(":"),
        inner.utf8.allSatisfy({
          isHexDigit($0) || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".")
        })
      else { throw .name(String(host)) }
      return
    }
    var labels = host.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard host.utf8.count <= 253, labels.allSatisfy(isLabel) else { throw .name(String(host)) }
  }

  /// Tells whether a text is one label of a DNS name; underscores are let through, as DNS does.
  package static func isLabel(_ label: some StringProtocol) -> Bool {
    let octets = Array(label.utf8)
    guard (1...63).contains(octets.count), octets.first != UInt8(ascii: "-"),
      octets.last != UInt8(ascii: "-")
    else { return false }
    return octets.allSatisfy { octet in
      switch octet {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
        true
      default: false
      }
    }
  }

  private static func isHexDigit(_ octet: UInt8) -> Bool {
    switch octet {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
      UInt8(ascii: "A")...UInt8(ascii: "F"):
      true
    default: false
    }
  }
}

/// Why a text is no host.
package enum HostProblem: Error, Sendable, Hashable {
  /// Nothing stands where the name should.
  case empty
  /// Another scheme than http and https.
  case scheme(String)
  /// A character that begins what a host does not have: a query, a fragment, a user.
  case forbidden(Character)
  /// Not a number from 1 to 65535.
  case port(String)
  /// Not a DNS name, an IPv4 or an IPv6 address.
  case name(String)
  /// A segment `.` or `..` in the base path.
  case dotSegment(String)

  /// The problem in words.
  ///
  /// A user and a password in it are not repeated.
  package func diagnostic(of text: String, at mark: Mark? = nil) -> Diagnostic {
    let what = "'\(Self.withoutUser(text))' is not a host"
    let hint = "write scheme://host[:port][/base], as in https://api.example.com/v1"
    return switch self {
    case .empty: Diagnostic("\(what): its name is missing", at: mark, hint: hint)
    case .scheme(let scheme):
      Diagnostic(
        "\(what): the scheme '\(scheme)' is not http or https", at: mark, hint: hint)
    case .forbidden("@"):
      Diagnostic(
        "\(what): it cannot hold '@'", at: mark,
        hint: "user and password go into an Authorization header, not into the URL")
    case .forbidden(let character):
      Diagnostic("\(what): it cannot hold '\(character)'", at: mark, hint: hint)
    case .port(let port):
      Diagnostic("\(what): '\(port)' is not a port from 1 to 65535", at: mark, hint: hint)
    case .name(let name):
      Diagnostic(
        "\(what): '\(name)' is not the name or address of one", at: mark,
        hint: name.allSatisfy(\.isASCII)
          ? hint : "write an international name in its ASCII form, xn--…")
    case .dotSegment(let segment):
      Diagnostic("\(what): its base cannot hold the segment '\(segment)'", at: mark, hint: hint)
    }
  }

  private static func withoutUser(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@") else { return text }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard start < at else { return text }
    return text[..<start] + ProtectedText.mask + text[at...]
  }
}
