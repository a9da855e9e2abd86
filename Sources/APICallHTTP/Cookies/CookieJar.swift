package import APICallSafety
package import APICallText

/// The cookies of several servers, in the order in which they were set first (RFC 6265bis,
/// sections 5.7 and 5.8).
package struct CookieJar: Sendable, Hashable {
  /// The most cookies in all, and of one domain; the oldest go.
  package static let most = 1000
  private static let mostOfDomain = 50
  /// The most fields of a response that are read.
  private static let mostFields = 50
  /// The most cookies, and bytes, in a request.
  private static let mostSent = 150
  private static let longestSent = 8192

  package private(set) var cookies: [Cookie] = []

  package init(_ cookies: [Cookie] = []) { self.cookies = cookies }

  /// Takes the cookies of a response, and removes those that it ends.
  ///
  /// Returns whether anything has changed.
  package mutating func take(
    _ fields: [[UInt8]], from url: RequestURL, at now: UTCTimestamp, _ secrecy: Secrecy
  ) -> Bool {
    let before = cookies
    cookies.removeAll { $0.isOver(at: now) }
    for field in fields.prefix(Self.mostFields) {
      guard let cookie = SetCookie(field)?.cookie(from: url, at: now, secrecy),
        !overlays(cookie, from: url.origin)
      else { continue }
      let index = cookies.firstIndex { $0.isSame(as: cookie) }
      switch (index, cookie.isOver(at: now)) {
      case (let index?, true): cookies.remove(at: index)
      case (let index?, false): cookies[index] = cookie
      case (nil, true): break
      case (nil, false): add(cookie)
      }
    }
    return cookies != before
  }

  private mutating func add(_ cookie: Cookie) {
    if cookies.count(where: { $0.domain == cookie.domain }) >= Self.mostOfDomain,
      let oldest = cookies.firstIndex(where: { $0.domain == cookie.domain })
    {
      cookies.remove(at: oldest)
    }
    if cookies.count >= Self.most { cookies.removeFirst() }
    cookies.append(cookie)
  }

  /// Whether a cookie of an unencrypted connection would take the place of a secure one.
  private func overlays(_ cookie: Cookie, from origin: Origin) -> Bool {
    guard !origin.isSecureForCookies else { return false }
    return cookies.contains {
      $0.isSecure && $0.name == cookie.name
        && (Cookie.matches($0.domain, domain: cookie.domain)
          || Cookie.matches(cookie.domain, domain: $0.domain))
        && Cookie.matches(cookie.path, path: $0.path)
    }
  }

  /// Returns the value of the field Cookie of a request, without the cookies of some names; nil
  /// without cookies for it.
  package func field(
    for url: RequestURL, at now: UTCTimestamp, without names: [String] = []
  ) -> ProtectedText? {
    let found = cookies.enumerated().filter {
      $0.element.isFor(url) && !$0.element.isOver(at: now) && !names.contains($0.element.name)
    }.sorted {
      let (first, second) = ($0.element.path.utf8.count, $1.element.path.utf8.count)
      return first == second ? $0.offset < $1.offset : first > second
    }
    var field = ProtectedText()
    for (_, cookie) in found.prefix(Self.mostSent) {
      let length = cookie.name.utf8.count + cookie.value.revealedBytes.count + 3
      guard field.revealedBytes.count + length <= Self.longestSent else { continue }
      if !field.isEmpty { field.append("; ") }
      if !cookie.name.isEmpty { field.append(ProtectedText("\(cookie.name)=")) }
      field.append(cookie.value)
    }
    return field.isEmpty ? nil : field
  }
}
