import APICallBase
import APICallContracts
import APICallHTTP
import APICallSafety
import APICallText

/// The answer that a browser brings back from the page of the login (RFC 6749, section 4.1.2).
struct AuthorizationCallback: Sendable {
  private static let longestText = 512

  let redirect: RequestURL
  let state: String
  let issuer: String?
  /// Whether the server promises to name itself (RFC 9207, section 2.4).
  let promisesIssuer: Bool
  private var items: [String: String]?

  init(redirect: RequestURL, state: String, issuer: String?, promisesIssuer: Bool) {
    self.redirect = redirect
    self.state = state
    self.issuer = issuer
    self.promisesIssuer = promisesIssuer
  }

  /// Takes a request to the listener; only the first one with the right state counts.
  mutating func read(target: String, host: String) -> RedirectPage {
    // A page elsewhere can make a browser send requests here (DNS rebinding).
    let names = [redirect.origin.authority, "localhost:\(redirect.origin.port)"]
    guard host == names[0] || redirect.origin.host == "localhost" && names.contains(host),
      target.prefix(while: { $0 != "?" }) == redirect.path.revealed
    else { return .unknown }
    return take(target) ? .done : .foreign
  }

  /// Takes the URL that a user copied out of the address line.
  mutating func read(pasted text: String) {
    _ = take(text)
  }

  private mutating func take(_ text: String) -> Bool {
    guard let mark = text.utf8.firstIndex(of: UInt8(ascii: "?")) else { return false }
    let query = text[text.utf8.index(after: mark)...].prefix { $0 != "#" && $0 != " " }
    var found: [String: String] = [:]
    for item in FormEncoding.split(Array(query.utf8)) where item.count == 2 {
      let name = String(decoding: item[0], as: UTF8.self)
      // A parameter that is there twice is not trusted (RFC 6749, section 3.1).
      guard found.updateValue(String(decoding: item[1], as: UTF8.self), forKey: name) == nil
      else { return false }
    }
    guard found["state"] == state else { return false }
    items = found
    return true
  }

  /// The code.
  ///
  /// Throws a ``TokenFailure`` if there is none, or if it comes from another server.
  func code(from origin: Origin) throws(TokenFailure) -> ProtectedText {
    guard let items else {
      throw TokenFailure(
        .protocolError, "the URL is not the answer to this login: its 'state' is another one",
        hint: "log in again, and copy the URL of that login")
    }
    if let issuer {
      let named = items["iss"]
      guard named == issuer || named == nil && !promisesIssuer else {
        let other = named.map { "of '\(String($0.prefix(Self.longestText)))'" } ?? "without 'iss'"
        throw TokenFailure(
          .protocolError, "the answer to the login at \(issuer) is one \(other)",
          hint: "its code was not used; check 'issuer'")
      }
    }
    if let error = items["error"] {
      let text = ([error] + [items["error_description"]].compactMap(\.self))
        .joined(separator: ": ")
      throw TokenFailure(
        error == "access_denied" ? .noPermission : .forUnexpected(status: 400),
        "\(origin) refused the login: \(String(text.prefix(Self.longestText)))")
    }
    guard let code = items["code"], !code.isEmpty else {
      throw TokenFailure(.protocolError, "the answer to the login has no code")
    }
    return ProtectedText(code, isSecret: true)
  }
}
