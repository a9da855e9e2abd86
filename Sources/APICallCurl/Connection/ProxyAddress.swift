package import APICallHTTP
package import APICallSafety
import Glibc

/// A proxy: `[scheme://][user[:password]@]host[:port]`.
///
/// Interpolated or printed, it shows neither the user nor the password.
package struct ProxyAddress: Sendable, Hashable {
  /// The protocol of a proxy (`CURLOPT_PROXY`).
  package enum Scheme: String, Sendable, CaseIterable {
    /// HTTP, with CONNECT for https (RFC 9110, section 9.3.6).
    case http
    /// As ``http``, over TLS.
    case https
    /// SOCKS 5; names are looked up locally (RFC 1928).
    case socks5
    /// SOCKS 5; the proxy looks names up.
    case socks5h
    /// SOCKS 4a; the proxy looks names up.
    case socks4a
  }

  package var scheme: Scheme
  /// Its name or address; an IPv6 address in brackets.
  package var host: String
  package var port: Int
  /// The user's name; nil without one (`CURLOPT_PROXYUSERNAME`).
  package var user: ProtectedText?
  /// The password (`CURLOPT_PROXYPASSWORD`).
  package var password: ProtectedText?

  /// The default scheme is http.
  ///
  /// The default port is 443 for https and 1080 for others, as in curl. User and password are
  /// percent-encoded.
  ///
  /// Throws ``MalformedSetting``, which does not repeat user and password.
  package init(_ text: String) throws(MalformedSetting) {
    let hint = "write [scheme://][user:password@]host[:port], as in http://127.0.0.1:3128"
    var rest = text[...]
    var scheme = Scheme.http
    // The part before :// may also be a user and a password, which no message repeats.
    if let end = text.firstRange(of: "://"), text[..<end.lowerBound].allSatisfy(Self.isOfScheme) {
      let name = text[..<end.lowerBound].lowercased()
      guard let known = Scheme(rawValue: name) else {
        throw MalformedSetting(
          "'\(name)' is not a proxy scheme",
          hint: "write one of \(Scheme.allCases.map(\.rawValue).joined(separator: ", "))")
      }
      scheme = known
      rest = text[end.upperBound...]
    }
    self.scheme = scheme
    if let at = rest.firstIndex(of: "@") {
      let credentials = rest[..<at].split(
        separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      rest = rest[rest.index(after: at)...]
      let decoded = credentials.map { PercentEncoding.decode(Array($0.utf8), plusIsSpace: false) }
      guard !rest.contains("@"), !decoded.contains(where: { $0.contains(0) }) else {
        throw MalformedSetting(
          "the proxy's user or password contains an '@' or a NUL",
          hint: "write @ as %40, : as %3A and / as %2F")
      }
      user = ProtectedText(bytes: decoded[0], isSecret: true)
      password = decoded.count > 1 ? ProtectedText(bytes: decoded[1], isSecret: true) : nil
    }
    if rest.hasSuffix("/") { rest.removeLast() }
    do {
      let origin = try HostAddress("http://\(rest)").origin
      guard !rest.contains("/") else { throw HostProblem.forbidden("/") }
      host = origin.host
      let isWritten = rest.hasSuffix(":\(origin.port)")
      port = isWritten ? origin.port : scheme == .https ? 443 : 1080
    } catch {
      throw MalformedSetting("'\(rest)' is not a proxy host", hint: hint)
    }
  }

  /// Returns whether a character is allowed in a scheme (RFC 3986, section 3.1).
  private static func isOfScheme(_ character: Character) -> Bool {
    character.isASCII && (character.isLetter || character.isNumber || "+-.".contains(character))
  }

  /// The URL for libcurl, without user and password.
  var url: String { "\(scheme.rawValue)://\(host):\(port)" }

  /// Returns the proxy that a request may use; NO_PROXY may still exclude it.
  ///
  /// It is nil also if the environment names a proxy that only libcurl can read.
  static func inUse(for origin: Origin, by connection: CurlConnection?) -> ProxyAddress? {
    if case .address(let address) = connection?.proxy { return address }
    return try? ofEnvironment(for: origin, by: connection)?.address
  }

  static func mayBeUsed(for origin: Origin, by connection: CurlConnection?) -> Bool {
    if case .address = connection?.proxy { return true }
    return ofEnvironment(for: origin, by: connection) != nil
  }

  /// Returns the variable that names the proxy of a request, as libcurl chooses it; nil if there is
  /// none, or the proxy does not come from the environment.
  ///
  /// `http_proxy` counts only in lower case: servers put the field Proxy of a request into the
  /// variable HTTP_PROXY of CGI programs.
  static func ofEnvironment(
    for origin: Origin, by connection: CurlConnection?
  ) -> ProxyVariable? {
    guard !origin.isLoopback, connection?.proxy == nil, connection?.unixSocket == nil else {
      return nil
    }
    let own =
      origin.scheme == .http
      ? ProxyVariable("http_proxy")
      : ProxyVariable("https_proxy") ?? ProxyVariable("HTTPS_PROXY")
    return own ?? ProxyVariable("all_proxy") ?? ProxyVariable("ALL_PROXY")
  }
}

/// An environment variable that names a proxy.
struct ProxyVariable {
  let name: String
  private let value: UnsafePointer<CChar>

  /// Finds a variable; nil if it is not set, or empty.
  init?(_ name: String) {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    self.name = name
    self.value = UnsafePointer(value)
  }

  /// Throws ``MalformedSetting`` if only libcurl can read it, or it is not valid.
  var address: ProxyAddress {
    get throws(MalformedSetting) { try ProxyAddress(String(cString: value)) }
  }
}

extension ProxyAddress: CustomStringConvertible, CustomDebugStringConvertible {
  /// The proxy without user and password.
  package var description: String { url }
  package var debugDescription: String { url }
}
