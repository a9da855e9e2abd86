/// The destination of a request: scheme, host and port (RFC 6454, section 4).
package struct Origin: Sendable, Hashable {
  /// The scheme of a URL.
  package enum Scheme: String, Sendable, Hashable {
    /// HTTP over TCP, unencrypted.
    case http
    /// HTTP over TLS.
    case https

    /// The port of a URL that does not name one.
    package var defaultPort: Int { self == .https ? 443 : 80 }
  }

  /// The scheme.
  package var scheme: Scheme
  /// The host name or address in lower case; an IPv6 address is in brackets.
  package var host: String
  /// The port, from 1 to 65535.
  package var port: Int

  /// Creates an origin.
  package init(scheme: Scheme, host: String, port: Int? = nil) {
    self.scheme = scheme
    self.host = host
    self.port = port ?? scheme.defaultPort
  }

  /// The host, and the port unless it is the default: the value of the Host header.
  package var authority: String { port == scheme.defaultPort ? host : "\(host):\(port)" }

  /// The origin without a trailing dot in its name: `api.example.com.` is the same server.
  package var withoutRootDot: Origin {
    guard host.hasSuffix(".") else { return self }
    return Origin(scheme: scheme, host: String(host.dropLast()), port: port)
  }

  /// Whether the host is this machine: `localhost`, 127.0.0.0/8 or ::1.
  package var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    guard host.utf8.starts(with: "127.".utf8) else { return false }
    // This runs several times for each request, so it does not split the name into substrings.
    var labels = 0
    var number: Int?
    for byte in host.utf8 {
      if byte == UInt8(ascii: ".") {
        guard number != nil else { return false }
        labels += 1
        number = nil
      } else {
        guard (0x30...0x39).contains(byte) else { return false }
        let next = (number ?? 0) * 10 + Int(byte - 0x30)
        guard next < 256 else { return false }
        number = next
      }
    }
    return labels == 3 && number != nil
  }
}

extension Origin: CustomStringConvertible {
  /// The origin as the beginning of a URL: `https://example.com:8443`.
  package var description: String { "\(scheme.rawValue)://\(authority)" }
}
