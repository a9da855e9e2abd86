import APICallSafety
import APICallText

/// The value of a field Set-Cookie, read as user agents read it (RFC 6265bis, section 5.6).
struct SetCookie {
  /// The maximum number of bytes of a name and a value together, and of an attribute.
  private static let longest = 4096
  private static let longestAttribute = 1024
  /// The longest lifetime of a cookie: 400 days.
  private static let longestAge = 400 * 86_400

  let name: String
  let value: [UInt8]
  /// The attributes by their names in lower case; the last of a name counts.
  private var attributes: [String: [UInt8]] = [:]

  /// Reads a field; nil if it sets no cookie.
  init?(_ field: [UInt8]) {
    guard field.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else { return nil }
    var parts = field.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)[...]
    guard let pair = parts.popFirst() else { return nil }
    let (name, value) = Self.halves(of: pair)
    guard let value else {
      // Without an equals sign, it is a value.
      guard !name.isEmpty, name.count <= Self.longest else { return nil }
      (self.name, self.value) = ("", name)
      parts.forEach { take($0) }
      return
    }
    guard !name.isEmpty || !value.isEmpty, name.count + value.count <= Self.longest,
      let text = String(validating: name, as: UTF8.self)
    else { return nil }
    (self.name, self.value) = (text, value)
    parts.forEach { take($0) }
  }

  private mutating func take(_ part: ArraySlice<UInt8>) {
    let (name, value) = Self.halves(of: part)
    guard (value?.count ?? 0) <= Self.longestAttribute else { return }
    attributes[String(decoding: name, as: UTF8.self).lowercased()] = value ?? []
  }

  /// What stands before and after the first equals sign, without spaces around it.
  private static func halves(of part: ArraySlice<UInt8>) -> (name: [UInt8], value: [UInt8]?) {
    guard let equals = part.firstIndex(of: UInt8(ascii: "=")) else { return (part.trimmed, nil) }
    return (part[..<equals].trimmed, part[part.index(after: equals)...].trimmed)
  }

  /// The cookie that the field sets; nil if the server may not set it.
  ///
  /// `secrecy` is that of its value.
  func cookie(
    from url: RequestURL, at now: UTCTimestamp, _ secrecy: Secrecy
  ) -> Cookie? {
    let host = url.origin.cookieHost
    var domain = host
    var isHostOnly = true
    if let written = attributes["domain"], !written.isEmpty {
      guard let named = Self.domain(written) else { return nil }
      if named.isEmpty || (PublicSuffix.contains(named) && named == host) {
        // The host itself is a public suffix.
      } else {
        guard !PublicSuffix.contains(named), Cookie.matches(host, domain: named) else {
          return nil
        }
        (domain, isHostOnly) = (named, false)
      }
    }
    let isSecure = attributes["secure"] != nil
    guard !isSecure || url.origin.isSecureForCookies else { return nil }
    let written = attributes["path"].flatMap { String(validating: $0, as: UTF8.self) }
    let path = written.flatMap { $0.hasPrefix("/") ? $0 : nil }
    let cookie = Cookie(
      name: name, value: ProtectedText(bytes: value, secrecy), domain: domain,
      isHostOnly: isHostOnly, path: path ?? Self.defaultPath(of: url), isSecure: isSecure,
      isHTTPOnly: attributes["httponly"] != nil, expires: expires(at: now))
    return Self.keepsPromise(cookie, written: path) ? cookie : nil
  }

  /// The domain of an attribute; nil if it is not one.
  private static func domain(_ bytes: [UInt8]) -> String? {
    guard bytes.allSatisfy({ $0 < 0x80 }) else { return nil }
    let text = String(decoding: bytes, as: UTF8.self).lowercased()
    return text.hasPrefix(".") ? String(text.dropFirst()) : text
  }

  /// The path up to its last slash (section 5.1.4).
  private static func defaultPath(of url: RequestURL) -> String {
    let path = url.cookiePath
    guard path.hasPrefix("/"), let end = path.lastIndex(of: "/"), end != path.startIndex else {
      return "/"
    }
    return String(path[..<end])
  }

  /// Whether the cookie is as the beginning of its name promises (section 4.1.3).
  private static func keepsPromise(_ cookie: Cookie, written path: String?) -> Bool {
    let text = cookie.name.isEmpty ? cookie.value.revealed : cookie.name
    let start = text.lowercased()
    let isNamed = !cookie.name.isEmpty
    if start.hasPrefix("__secure-") { return isNamed && cookie.isSecure }
    guard start.hasPrefix("__host-") else { return true }
    return isNamed && cookie.isSecure && cookie.isHostOnly && path == "/"
  }

  /// When it expires, by Max-Age or else Expires; nil at the end of the session.
  private func expires(at now: UTCTimestamp) -> UTCTimestamp? {
    let latest = now.advanced(by: .seconds(Self.longestAge))
    if let age = attributes["max-age"], let seconds = Self.seconds(age) {
      return seconds > 0
        ? now.advanced(by: .seconds(min(seconds, Self.longestAge))) : UTCTimestamp(seconds: 0)
    }
    guard let date = attributes["expires"].flatMap({ CookieDate($0)?.moment }) else { return nil }
    return latest.isBefore(date) ? latest : date
  }

  private static func seconds(_ bytes: [UInt8]) -> Int? {
    let digits = bytes.first == UInt8(ascii: "-") ? bytes[1...] : bytes[...]
    guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    if digits.count < bytes.count { return 0 }
    return Int(String(decoding: digits, as: UTF8.self)) ?? .max
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces and tabs around them.
  fileprivate var trimmed: [UInt8] {
    let rest = drop { $0 == 0x20 || $0 == 0x09 }
    guard let last = rest.lastIndex(where: { $0 != 0x20 && $0 != 0x09 }) else { return [] }
    return Array(rest[...last])
  }
}
