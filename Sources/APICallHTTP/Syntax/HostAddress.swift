package import APICallBase
package import HostNames
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

  /// The host as a URL begins: `https://example.com:8443/base`.
  package var text: String { "\(origin)\(basePath)" }

  /// Reads `scheme://host[:port][/base]`; without a scheme, https is meant.
  ///
  /// - Parameter text: the host as it is written.
  /// - Throws: a ``HostProblem``.
  package init(_ text: String) throws(HostProblem) {
    var rest = Substring(text)
    var scheme = Origin.Scheme.https
    if let end = text.utf8.indices.first(where: { text.utf8[$0...].starts(with: "://".utf8) }) {
      guard let known = Origin.Scheme(rawValue: text[..<end].lowercased()) else {
        throw .scheme(String(text[..<end]))
      }
      scheme = known
      rest = text[end...].dropFirst(3)
    }
    if let stop = rest.first(where: { "?#\\@<>".contains($0) }) {
      throw .forbidden(stop)
    }
    let authority = rest.prefix { $0 != "/" }
    var base = rest.dropFirst(authority.count)
    while base.ends(with: "/") { base.removeLast() }
    if let segment = PathSyntax.dotSegment(in: String(base)) { throw .dotSegment(segment) }

    let (host, port) = try Self.split(authority)
    origin = Origin(scheme: scheme, host: try Self.canonical(String(host)), port: port)
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
    guard digits.count <= 5, digits.utf8.allSatisfy(\.isASCIIDigit),
      let port = UInt16(digits), port > 0
    else { throw .port(String(digits)) }
    return (host, Int(port))
  }

  /// The one form in which a name or an address is compared and sent (RFC 3986, section 3.2.2; RFC
  /// 1123, section 2.1; UTS #46).
  private static func canonical(_ host: String) throws(HostProblem) -> String {
    if host.hasPrefix("[") {
      guard host.hasSuffix("]"),
        let address = InternetAddress.canonicalIPv6(String(host.dropFirst().dropLast()))
      else { throw .name(host) }
      return "[\(address)]"
    }
    let name = try ascii(host)
    var labels = name.split(separator: ".", omittingEmptySubsequences: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard name.utf8.count <= 253, labels.allSatisfy(isASCIILabel) else { throw .name(host) }
    // Programs differ in what they make of such a name: to some it is an address.
    if labels.last?.first?.isNumber == true, isNumeric(labels[labels.count - 1]),
      !InternetAddress.isIPv4(name)
    {
      throw .address(host)
    }
    return name.lowercased()
  }

  private static func ascii(_ host: String) throws(HostProblem) -> String {
    guard host.utf8.contains(where: { $0 >= 0x80 }) else { return host }
    do {
      return try InternationalName.ascii(host)
    } catch {
      throw .international(host, error)
    }
  }

  /// Tells whether a text is one label of a DNS name; underscores are let through, as DNS does.
  ///
  /// An international one is a label if it has such a form, and is no dot in disguise.
  package static func isLabel(_ label: String) -> Bool {
    (try? ascii(label)).map { isASCIILabel($0[...]) } ?? false
  }

  private static func isASCIILabel(_ label: Substring) -> Bool {
    let octets = Array(label.utf8)
    guard (1...63).contains(octets.count), octets.first != UInt8(ascii: "-"),
      octets.last != UInt8(ascii: "-")
    else { return false }
    return octets.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
  }

  /// Tells whether a label is a number, decimal or hexadecimal.
  private static func isNumeric(_ label: Substring) -> Bool {
    guard label.utf8.starts(with: "0x".utf8) else { return label.utf8.allSatisfy(\.isASCIIDigit) }
    return label.dropFirst(2).utf8.allSatisfy(\.isASCIIHexDigit)
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
  /// Numbers that some programs read as an IPv4 address, and that are none.
  case address(String)
  /// An international name that has no form in ASCII, and why.
  case international(String, InternationalNameError)
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
      Diagnostic("\(what): '\(name)' is not the name or address of one", at: mark, hint: hint)
    case .address(let name):
      Diagnostic(
        "\(what): '\(name)' is not an address", at: mark,
        hint: "write four numbers from 0 to 255 without leading zeros, as in 127.0.0.1")
    case .international(let name, let error):
      Diagnostic(
        "\(what): '\(name)' is no name in DNS: \(error.reason)", at: mark,
        hint: "an international name is letters and digits in words, with dots between")
    case .dotSegment(let segment):
      Diagnostic("\(what): its base cannot hold the segment '\(segment)'", at: mark, hint: hint)
    }
  }

  /// A text with what may be a user and a password in it masked.
  package static func withoutUser(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@") else { return text }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard start < at else { return text }
    return text[..<start] + ProtectedText.mask + text[at...]
  }
}

extension Origin {
  /// Reads the origin of a secret: `scheme://host[:port]`, without a path; the scheme has to be there.
  ///
  /// - Parameter text: the origin as it is written; a slash at its end is let through.
  /// - Throws: a ``SecretProblem`` with exit status 65 that shows the text.
  package init(ofSecret text: String) throws(SecretProblem) {
    guard text.contains("://") else {
      throw SecretProblem(
        "'\(text)' is no origin: it has no scheme", status: .badInput,
        hint: text.contains("/") || text.isEmpty
          ? Self.form : "did you mean 'https://\(text)'?")
    }
    let address: HostAddress
    do {
      address = try HostAddress(text)
    } catch {
      let problem = error.diagnostic(of: text)
      let hint =
        switch error {
        // A base path is of no use here.
        case .empty, .scheme, .forbidden, .port, .name, .dotSegment: Self.form
        case .address, .international: problem.hint
        }
      throw SecretProblem(problem.message, status: .badInput, hint: hint)
    }
    guard address.basePath.isEmpty else {
      throw SecretProblem(
        "'\(text)' is no origin: it has a path", status: .badInput,
        hint: "a secret is for all of a host: write \(address.origin)")
    }
    self = address.origin
  }

  private static let form = "an origin is scheme://host[:port], as in https://api.example.com"
}

extension SecretAllowance {
  /// Reads what the user typed.
  ///
  /// - Throws: a ``Failure`` with exit status 64 where it is not a name and an origin.
  package init(option text: String) throws(Failure) {
    guard let sign = text.firstIndex(of: "=") else {
      throw Failure(
        .usage, "--allow-origin: '\(text)' names no origin",
        hint: "write NAME=ORIGIN, as in --allow-origin shop=https://api.example.com")
    }
    let name = String(text[..<sign])
    try SecretName.check(name)
    do throws(SecretProblem) {
      let origin = try Origin(ofSecret: String(text[text.index(after: sign)...]))
      self.init(name, for: origin)
    } catch {
      throw Failure(.usage, "--allow-origin: \(error.message)", hint: error.hint)
    }
  }
}
