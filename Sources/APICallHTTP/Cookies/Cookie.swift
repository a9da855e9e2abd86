package import APICallSafety
package import APICallText

/// A cookie that a server has set (RFC 6265bis, section 5.7).
package struct Cookie: Sendable, Hashable {
  /// The name; empty for a cookie that is a value alone.
  package let name: String
  package var value: ProtectedText
  /// The host, or the domain with all hosts below it: lower case, without a dot at its beginning.
  package let domain: String
  /// Whether only the host itself gets it.
  package let isHostOnly: Bool
  package let path: String
  package let isSecure: Bool
  package let isHTTPOnly: Bool
  /// When it expires; nil at the end of the session.
  package let expires: UTCTimestamp?

  package init(
    name: String, value: ProtectedText, domain: String, isHostOnly: Bool, path: String,
    isSecure: Bool, isHTTPOnly: Bool, expires: UTCTimestamp?
  ) {
    self.name = name
    self.value = value
    self.domain = domain
    self.isHostOnly = isHostOnly
    self.path = path
    self.isSecure = isSecure
    self.isHTTPOnly = isHTTPOnly
    self.expires = expires
  }

  /// Whether another cookie replaces it.
  func isSame(as other: Cookie) -> Bool {
    name == other.name && domain == other.domain && isHostOnly == other.isHostOnly
      && path == other.path
  }

  func isOver(at now: UTCTimestamp) -> Bool { expires.map { !now.isBefore($0) } ?? false }

  /// Whether a request for a URL gets it.
  func isFor(_ url: RequestURL) -> Bool {
    let host = url.origin.cookieHost
    return (isHostOnly ? host == domain : Self.matches(host, domain: domain))
      && Self.matches(url.cookiePath, path: path)
      && (!isSecure || url.origin.isSecureForCookies)
  }

  /// Whether a host is a domain, or is below it (section 5.1.3).
  static func matches(_ host: String, domain: String) -> Bool {
    if host == domain { return true }
    guard host.utf8.count > domain.utf8.count, host.hasSuffix(domain) else { return false }
    return host.dropLast(domain.count).last == "." && !host.isAddress
  }

  /// Whether a path is another one, or is below it (section 5.1.4).
  static func matches(_ path: String, path wanted: String) -> Bool {
    if path == wanted { return true }
    guard path.hasPrefix(wanted) else { return false }
    return wanted.hasSuffix("/")
      || path.utf8.dropFirst(wanted.utf8.count).first == UInt8(ascii: "/")
  }
}

extension Origin {
  /// The host as cookies have it: without the dot of the root.
  package var cookieHost: String { withoutRootDot.host }

  /// Whether cookies that are for secure connections may be sent: also to this machine.
  package var isSecureForCookies: Bool { scheme == .https || isLoopback }
}

extension RequestURL {
  var cookiePath: String { String(decoding: path.revealedBytes, as: UTF8.self) }
}

extension String {
  /// Whether a host is an IP address, which has no domain.
  var isAddress: Bool {
    hasPrefix("[")
      || split(separator: ".").last.map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
        ?? false
  }
}
