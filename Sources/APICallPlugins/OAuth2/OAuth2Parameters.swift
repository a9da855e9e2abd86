import APICallContracts
import APICallSafety

/// The parameters of the requests that the file sets, besides those of its grant.
struct OAuth2Parameters: Sendable {
  private static let prefix = "params."
  /// The parameters that `params` cannot set.
  private static let reserved = [
    "assertion", "audience", "client_assertion", "client_assertion_type", "client_id",
    "client_secret", "code", "code_challenge", "code_challenge_method", "code_verifier",
    "device_code", "grant_type", "password", "redirect_uri", "refresh_token", "resource",
    "response_type", "scope", "state", "subject_token", "subject_token_type", "username",
  ]

  let scope: ProtectedText?
  /// Audience, resource and those of `params`, in this order.
  let others: [(name: String, value: ProtectedText)]

  init(_ values: OptionValues) {
    scope = values["scope"].flatMap { $0.isEmpty ? nil : $0 }
    others =
      ["audience", "resource"].compactMap { name in values[name].map { (name, $0) } }
      + values.names.filter { $0.hasPrefix(Self.prefix) }.sorted().compactMap { name in
        values[name].map { (String(name.dropFirst(Self.prefix.count)), $0) }
      }
  }

  /// Whether `params` sets any.
  var hasOwn: Bool { others.contains { !["audience", "resource"].contains($0.name) } }

  static func check(_ names: [String]) throws(AuthProblem) {
    for name in names where name.hasPrefix(prefix) {
      let own = String(name.dropFirst(prefix.count))
      guard reserved.contains(own) else { continue }
      throw AuthProblem(
        "'params' cannot set '\(own)'", of: name,
        hint: "the option of that name does, if there is one")
    }
  }

  /// Scope and the others.
  var all: [(name: String, value: ProtectedText)] {
    (scope.map { [("scope", $0)] } ?? []) + others
  }

  /// The scopes in a fixed order, for keys.
  var sortedScope: String {
    (scope?.revealed ?? "").split(separator: " ").sorted().joined(separator: " ")
  }
}
