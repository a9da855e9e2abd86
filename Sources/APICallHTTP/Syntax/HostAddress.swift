package import APICallBase
package import APICallSafety
import APICallText
package import YAMLTree

/// A host as it is written in a spec, in a profile or after `--host`: an origin and a base path.
package struct HostAddress: Sendable, Hashable {
  package var origin: Origin
  /// The prefix of every path, percent-encoded: empty, or a path that begins with a slash and does
  /// not end with one.
  package var basePath: String

  package init(origin: Origin, basePath: String) {
    self.origin = origin
    self.basePath = basePath
  }

  /// The host as the beginning of a URL: `https://example.com:8443/base`.
  package var text: String { "\(origin)\(basePath)" }

  /// Reads `scheme://host[:port][/base]`; the scheme is https by default.
  package init(_ text: String) throws(HostProblem) {
    var rest = Substring(text)
    var scheme = Origin.Scheme.https
    // Bytes, because characters are read much more slowly.
    if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
      text.utf8[colon...].starts(with: "://".utf8)
    {
      guard let known = Origin.Scheme(rawValue: text[..<colon].lowercased()) else {
        throw .scheme(String(text[..<colon]))
      }
      scheme = known
      rest = text[text.utf8.index(colon, offsetBy: 3)...]
    }
    if let stop = rest.utf8.first(where: { "?#\\@<>".utf8.contains($0) }) {
      throw .forbidden(Character(UnicodeScalar(stop)))
    }
    let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
    let authority = rest[..<end]
    var base = rest[end...]
    while base.ends(with: "/" as Unicode.Scalar) {
      base = base[..<base.utf8.index(before: base.endIndex)]
    }
    if let segment = PathSyntax.dotSegment(in: String(base)) { throw .dotSegment(segment) }

    let (host, port) = try Self.split(authority)
    origin = Origin(scheme: scheme, host: try Self.canonical(String(host)), port: port)
    let encoded = PercentEncoding.encode(Array(base.utf8), for: .pathText)
    basePath = String(decoding: encoded, as: UTF8.self)
  }

  /// Returns the scheme that somebody means who leaves it out: http for this machine, otherwise
  /// https.
  package static func usualScheme(of text: String) -> String {
    let host = text.prefix { !"/:?".contains($0) }
    let isHere = host == "localhost" || host.hasPrefix("127.") || text.hasPrefix("[::1]")
    return isHere ? "http" : "https"
  }

  /// Splits an authority into host and port (RFC 3986, section 3.2).
  private static func split(_ authority: Substring) throws(HostProblem) -> (Substring, Int?) {
    let hostEnd =
      authority.utf8.first == UInt8(ascii: "[")
      ? authority.utf8.firstIndex(of: UInt8(ascii: "]")).map(authority.utf8.index(after:))
        ?? authority.endIndex
      : authority.utf8.firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex
    let host = authority[..<hostEnd]
    let rest = authority[hostEnd...]
    guard !host.isEmpty else { throw .empty }
    guard !rest.isEmpty else { return (host, nil) }
    guard rest.utf8.first == UInt8(ascii: ":") else { throw .name(String(authority)) }
    let digits = rest[rest.utf8.index(after: rest.startIndex)...]
    guard digits.utf8.count <= 5, digits.utf8.allSatisfy(\.isASCIIDigit),
      let port = UInt16(digits), port > 0
    else { throw .port(String(digits)) }
    return (host, Int(port))
  }

  /// Returns the canonical form of a name or an address (RFC 3986, section 3.2.2; RFC 1123, section
  /// 2.1; UTS #46).
  private static func canonical(_ host: String) throws(HostProblem) -> String {
    if host.hasPrefix("[") {
      guard host.hasSuffix("]"),
        let address = InternetAddress.canonicalIPv6(String(host.dropFirst().dropLast()))
      else { throw .name(host) }
      return "[\(address)]"
    }
    let name = try ascii(host)
    var labels = name.split(atByte: ".", omittingEmpty: false)
    if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
    guard name.utf8.count <= 253, labels.allSatisfy(isASCIILabel) else { throw .name(host) }
    // Programs disagree about such a name: some read it as an address.
    if labels.last?.first?.isNumber == true, isNumeric(labels[labels.count - 1]),
      !InternetAddress.isIPv4(name)
    {
      throw .address(host)
    }
    return name.lowercased()
  }

  private static func ascii(_ host: String) throws(HostProblem) -> String {
    guard host.utf8.contains(where: { $0 >= 0x80 }) else { return host }
    return try rethrowing(InternationalName.ascii(host)) { HostProblem.international(host, $0) }
  }

  /// Returns whether a text is a single label of a DNS name; underscores are allowed, as in DNS.
  ///
  /// An international label counts if it has an ASCII form without dots.
  package static func isLabel(_ label: String) -> Bool {
    (try? ascii(label)).map { isASCIILabel($0) } ?? false
  }

  private static func isASCIILabel(_ label: String) -> Bool {
    let bytes = Array(label.utf8)
    guard (1...63).contains(bytes.count), bytes.first != UInt8(ascii: "-"),
      bytes.last != UInt8(ascii: "-")
    else { return false }
    return bytes.allSatisfy { $0.isASCIILetterOrDigit || "-_".utf8.contains($0) }
  }

  private static func isNumeric(_ label: String) -> Bool {
    guard label.utf8.starts(with: "0x".utf8) else { return label.utf8.allSatisfy(\.isASCIIDigit) }
    return label.dropFirst(2).utf8.allSatisfy(\.isASCIIHexDigit)
  }
}

/// Why a text is not a host.
package enum HostProblem: Error, Sendable, Hashable {
  case empty
  /// A scheme other than http and https.
  case scheme(String)
  /// A character that a host cannot contain, because it begins a query, a fragment or a user.
  case forbidden(Character)
  case port(String)
  /// Not a DNS name, an IPv4 address or an IPv6 address.
  case name(String)
  /// Numbers that are not an IPv4 address, but that some programs read as one.
  case address(String)
  /// An international name without an ASCII form; with the reason.
  case international(String, InternationalNameError)
  case dotSegment(String)

  /// It does not repeat a user name and a password.
  package func diagnostic(of text: String, at mark: Mark? = nil) -> Message {
    let what = "'\(Self.withoutUser(text))' is not a host"
    let hint = "write scheme://host[:port][/base], as in https://api.example.com/v1"
    return switch self {
    case .empty: Message("\(what): its name is missing", at: mark, hint: hint)
    case .scheme(let scheme):
      Message(
        "\(what): the scheme '\(scheme)' is not http or https", at: mark, hint: hint)
    case .forbidden("@"):
      Message(
        "\(what): it cannot contain '@'", at: mark,
        hint: "put user and password into an Authorization header, not into the URL")
    case .forbidden(let character):
      Message("\(what): it cannot contain '\(character)'", at: mark, hint: hint)
    case .port(let port):
      Message("\(what): '\(port)' is not a port from 1 to 65535", at: mark, hint: hint)
    case .name(let name):
      Message("\(what): '\(name)' is not a name or an address", at: mark, hint: hint)
    case .address(let name):
      Message(
        "\(what): '\(name)' is not an address", at: mark,
        hint: "write four numbers from 0 to 255 without leading zeros, as in 127.0.0.1")
    case .international(let name, let error):
      Message(
        "\(what): '\(name)' is not a DNS name: \(error.reason)", at: mark,
        hint: "write words of letters and digits, separated by dots")
    case .dotSegment(let segment):
      Message("\(what): its base path cannot contain '\(segment)'", at: mark, hint: hint)
    }
  }

  /// Returns a text with a user name and a password in it masked.
  package static func withoutUser(_ text: String) -> String {
    guard let at = text.lastIndex(of: "@") else { return text }
    let start = text.firstRange(of: "://")?.upperBound ?? text.startIndex
    guard start < at else { return text }
    return text[..<start] + ProtectedText.mask + text[at...]
  }
}

extension Origin {
  /// Reads the origin of a secret: `scheme://host[:port]`, without a path; the scheme is required.
  ///
  /// Throws a ``SecretProblem`` with exit status 65 that contains the text.
  package init(ofSecret text: String) throws(SecretProblem) {
    guard text.contains("://") else {
      throw SecretProblem(
        "'\(text)' is not an origin: it has no scheme", status: .badInput,
        hint: text.contains("/") || text.isEmpty
          ? Self.form : "did you mean '\(HostAddress.usualScheme(of: text))://\(text)'?")
    }
    let address: HostAddress
    do {
      address = try HostAddress(text)
    } catch {
      let problem = error.diagnostic(of: text)
      let hint =
        switch error {
        // A base path is not allowed here.
        case .empty, .scheme, .forbidden, .port, .name, .dotSegment: Self.form
        case .address, .international: problem.hint
        }
      throw SecretProblem(problem.message, status: .badInput, hint: hint)
    }
    guard address.basePath.isEmpty else {
      throw SecretProblem(
        "'\(text)' is not an origin: it has a path", status: .badInput,
        hint: "a secret is for a whole origin: write \(address.origin)")
    }
    self = address.origin
  }

  private static let form = "write scheme://host[:port], as in https://api.example.com"
}

extension SecretAllowance {
  /// Reads the value of `--allow-origin`.
  ///
  /// Throws a ``Failure`` with exit status 64 if it is not a name and an origin.
  package init(option text: String) throws(Failure) {
    guard let sign = text.firstIndex(of: "=") else {
      throw Failure(
        .usage, "--allow-origin: '\(text)' does not name an origin",
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
