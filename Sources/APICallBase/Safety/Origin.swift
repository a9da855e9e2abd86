/// Where a request goes: scheme, host and port (RFC 6454, section 4).
package struct Origin: Sendable, Hashable {
  /// The protocol a URL names.
  package enum Scheme: String, Sendable, Hashable {
    /// HTTP over TCP, in the clear.
    case http
    /// HTTP over TLS.
    case https

    /// The port that is meant where a URL names none.
    package var defaultPort: Int { self == .https ? 443 : 80 }
  }

  /// The protocol.
  package var scheme: Scheme
  /// The host's name or address in lower case; an IPv6 address stands in brackets.
  package var host: String
  /// The port, from 1 to 65535.
  package var port: Int

  /// Creates an origin.
  ///
  /// - Parameters:
  ///   - scheme: the protocol.
  ///   - host: the name or address; an IPv6 address in brackets.
  ///   - port: the port; the scheme's own when nil.
  package init(scheme: Scheme, host: String, port: Int? = nil) {
    self.scheme = scheme
    self.host = host
    self.port = port ?? scheme.defaultPort
  }

  /// The host, and the port unless it is the scheme's own: what the Host header says.
  package var authority: String { port == scheme.defaultPort ? host : "\(host):\(port)" }

  /// The origin without the dot that may end a name: `api.example.com.` is the same server.
  package var withoutRootDot: Origin {
    guard host.hasSuffix(".") else { return self }
    return Origin(scheme: scheme, host: String(host.dropLast()), port: port)
  }

  /// Whether the host is this machine: `localhost`, 127.0.0.0/8 or ::1.
  package var isLoopback: Bool {
    if host == "localhost" || host == "[::1]" { return true }
    guard host.utf8.starts(with: "127.".utf8) else { return false }
    // Each request asks several times: no label is cut out.
    var labels = 0
    var number: Int?
    for octet in host.utf8 {
      if octet == UInt8(ascii: ".") {
        guard number != nil else { return false }
        labels += 1
        number = nil
      } else {
        guard (0x30...0x39).contains(octet) else { return false }
        let next = (number ?? 0) * 10 + Int(octet - 0x30)
        guard next < 256 else { return false }
        number = next
      }
    }
    return labels == 3 && number != nil
  }
}

extension Origin: CustomStringConvertible {
  /// The origin as a URL begins: `https://example.com:8443`.
  package var description: String { "\(scheme.rawValue)://\(authority)" }
}
