package import APICallBase
package import APICallHTTP
package import APICallSafety

/// Where the user directs a call, in place of the file.
package struct Destination: Sendable {
  package var host: HostAddress?
  /// The profile in place of the project's default.
  package var profile: Profile?
  /// The server that receives every request in place of the real one.
  package var mock: Origin?
  /// Whether no request leaves this machine, and each secret is a dummy: cases of `apicall test`, and
  /// `run --replay`.
  package var isOffline = false
  /// Whether requests that the project's `guard:` refuses are sent anyway.
  package var allowsWrites = false

  /// A profile that was chosen by name.
  package struct Profile: Sendable, Hashable {
    package var name: String
    /// Whether it was chosen for all calls, as by APICALL_PROFILE.
    ///
    /// A file outside any project, which cannot have profiles, ignores such a choice.
    package var isGeneral: Bool

    package init(_ name: String, isGeneral: Bool = false) {
      self.name = name
      self.isGeneral = isGeneral
    }
  }

  package init(host: HostAddress? = nil, profile: Profile? = nil, mock: Origin? = nil) {
    self.host = host
    self.profile = profile
    self.mock = mock
  }

  /// The source of stored secrets.
  ///
  /// Returns nil if a mock server receives all requests, or nothing is sent; a dummy then replaces
  /// each secret.
  package func secrets(from store: () -> SecretStore?) -> SecretStore? {
    isLocal ? nil : store()
  }

  /// Whether requests do not go to their real servers.
  package var isLocal: Bool { mock != nil || isOffline }
}
