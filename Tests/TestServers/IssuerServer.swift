import Synchronization

/// A server that issues tokens (RFC 6749), and an API that wants the latest of them.
///
/// A refresh token is valid until its successor is used.
package final class IssuerServer: Sendable {
  fileprivate struct State {
    var log: [(path: String, form: [String: String], authorization: String)] = []
    var issued = 0
    var lifetime = 3600
    /// The numbers of the refresh tokens that are valid.
    var refresh: Set<Int> = []
    var revoked = 0
    /// Responses of the token endpoint in place of its own.
    var planned: [(status: String, type: String, body: String)] = []
    var metadata: [(name: String, value: String)] = []
    /// How often a device code is not yet confirmed, and whether the first question is too early.
    var pending = 0
    var isSlow = false
    var pause = 0
  }

  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  private let server: ScriptedServer
  private let shared: Shared

  package init() throws {
    let shared = Shared()
    self.shared = shared
    server = try ScriptedServer.answering { request in
      Self.answer(to: String(decoding: request, as: UTF8.self), shared)
    }
    let url = server.url
    shared.state.withLock { state in
      state.metadata =
        [("issuer", url)]
        + [
          "token_endpoint": "token", "authorization_endpoint": "authorize",
          "device_authorization_endpoint": "device", "revocation_endpoint": "revoke",
        ].map { ($0.key, "\(url)/\($0.value)") }
    }
  }

  package var url: String { server.url }

  /// The forms that the token endpoint received.
  package var forms: [[String: String]] {
    shared.state.withLock { $0.log.filter { $0.path == "/token" }.map(\.form) }
  }

  /// The paths of all requests, in order.
  package var paths: [String] { shared.state.withLock { $0.log.map(\.path) } }

  /// The fields Authorization of all requests, in order.
  package var authorizations: [String] { shared.state.withLock { $0.log.map(\.authorization) } }

  package var issued: Int { shared.state.withLock { $0.issued } }

  /// Makes the API refuse all tokens so far.
  package func revoke() { shared.state.withLock { $0.revoked = $0.issued } }

  /// Makes the token endpoint refuse all refresh tokens so far.
  package func endLogins() { shared.state.withLock { $0.refresh = [] } }

  package func setLifetime(_ seconds: Int) { shared.state.withLock { $0.lifetime = seconds } }

  /// Makes the token endpoint respond with this the next time.
  package func plan(_ status: String, _ body: String, type: String = "application/json") {
    shared.state.withLock { $0.planned.append((status, type, body)) }
  }

  package func setMetadata(_ name: String, _ value: String?) {
    shared.state.withLock { state in
      state.metadata.removeAll { $0.name == name }
      if let value { state.metadata.append((name, value)) }
    }
  }

  package func setPending(_ count: Int, isSlow: Bool) {
    shared.state.withLock { ($0.pending, $0.isSlow) = (count, isSlow) }
  }

  private static func answer(to request: String, _ shared: Shared) -> String {
    let words = request.split(separator: " ")
    let target = words.count > 1 ? String(words[1]) : "/"
    let path = String(target.prefix { $0 != "?" })
    let form = Self.form(
      request.firstRange(of: "\r\n\r\n").map { String(request[$0.upperBound...]) } ?? "")
    let authorization =
      request.firstMatch(of: /\r\nAuthorization: ([^\r]*)\r\n/).map { String($0.output.1) } ?? "-"
    let answer = shared.state.withLock { state -> (status: String, type: String, body: String) in
      state.log.append((path, form, authorization))
      switch path {
      case "/.well-known/openid-configuration":
        let members = state.metadata.map { #""\#($0.name)":"\#($0.value)""# }
        return ("200 OK", "application/json", "{\(members.joined(separator: ","))}")
      case "/token": return state.token(for: form)
      case "/device":
        return (
          "200 OK", "application/json",
          #"{"device_code":"dev-secret-1","user_code":"WDJB-MJHT","verification_uri":"https://login.example/device","expires_in":60,"interval":1}"#
        )
      case "/revoke": return ("200 OK", "application/json", "")
      default:
        let isGood =
          authorization == "Bearer at-secret-\(state.issued)" && state.issued > state.revoked
        return isGood
          ? ("200 OK", "application/json", #"{"ok":true}"#)
          : ("401 Unauthorized", "application/json", #"{"ok":false}"#)
      }
    }
    let challenge =
      answer.status.hasPrefix("401") ? "WWW-Authenticate: Bearer error=\"invalid_token\"\r\n" : ""
    return "HTTP/1.1 \(answer.status)\r\nContent-Type: \(answer.type)\r\n\(challenge)"
      + "Content-Length: \(answer.body.utf8.count)\r\n\r\n\(answer.body)"
  }

  /// Decodes a form of ASCII text.
  private static func form(_ body: String) -> [String: String] {
    var form: [String: String] = [:]
    for item in body.split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      form[decoded(parts[0])] = decoded(parts[1])
    }
    return form
  }

  private static func decoded(_ text: Substring) -> String {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), let code = UInt8(String(rest.prefix(2)) ?? "", radix: 16) {
        bytes.append(code)
        rest = rest.dropFirst(2)
      } else {
        bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension IssuerServer.State {
  fileprivate mutating func token(
    for form: [String: String]
  ) -> (status: String, type: String, body: String) {
    if !planned.isEmpty { return planned.removeFirst() }
    func refusal(_ code: String) -> (status: String, type: String, body: String) {
      ("400 Bad Request", "application/json", #"{"error":"\#(code)"}"#)
    }
    let grant = form["grant_type"]?.split(separator: ":").last.map(String.init) ?? ""
    if grant == "device_code" {
      if isSlow {
        isSlow = false
        return refusal("slow_down")
      }
      if pending > 0 {
        pending -= 1
        return refusal("authorization_pending")
      }
    }
    if grant == "refresh_token" {
      let number = form["refresh_token"]?.split(separator: "-").last.flatMap { Int($0) } ?? -1
      guard refresh.contains(number) else { return refusal("invalid_grant") }
      refresh = refresh.filter { $0 >= number }
    }
    issued += 1
    var body =
      #""access_token":"at-secret-\#(issued)","token_type":"bearer","expires_in":\#(lifetime)"#
    if grant != "client_credentials" {
      refresh.insert(issued)
      body += #","refresh_token":"rt-secret-\#(issued)""#
    }
    return ("200 OK", "application/json", "{\(body)}")
  }
}
