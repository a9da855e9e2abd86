import Glibc

/// Internet addresses as text.
package enum InternetAddress {
  /// Returns whether a text is an IPv4 address: four numbers from 0 to 255 without leading zeros
  /// (RFC 3986, section 3.2.2).
  ///
  /// Shorter and hexadecimal forms, which some programs read as addresses, do not count.
  package static func isIPv4(_ text: String) -> Bool {
    var address = in_addr()
    return !text.utf8.contains(0) && inet_pton(AF_INET, text, &address) == 1
  }

  /// Returns the canonical form of an IPv6 address (RFC 5952): `2001:db8::1`.
  ///
  /// Returns the address in its shortest form and lower case; nil if the text is not an address.
  package static func canonicalIPv6(_ text: String) -> String? {
    var address = in6_addr()
    guard !text.utf8.contains(0), inet_pton(AF_INET6, text, &address) == 1 else { return nil }
    var bytes = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    guard inet_ntop(AF_INET6, &address, &bytes, socklen_t(INET6_ADDRSTRLEN)) != nil else {
      return nil
    }
    return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}
