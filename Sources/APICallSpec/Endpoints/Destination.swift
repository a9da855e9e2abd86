package import APICallBase
package import APICallHTTP

/// Where a user wants a call to go, over what the file says.
package struct Destination: Sendable {
  /// The host in place of the spec's or the profile's.
  package var host: HostAddress?
  /// The profile in place of the project's default one.
  package var profile: Profile?
  /// The server that gets every request in place of the true one.
  package var mock: Origin?
  /// Whether requests that the project's `guard:` refuses are sent all the same.
  package var allowsWrites = false

  /// A profile that was asked for by name.
  package struct Profile: Sendable, Hashable {
    package var name: String
    /// Whether it was asked for in general, as by APICALL_PROFILE: a file outside of any project,
    /// which cannot have profiles, then does without.
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

  /// What stored secrets come from.
  ///
  /// - Parameter shelf: finds that.
  /// - Returns: nil if a mock server gets all requests, and a dummy stands in for each secret.
  package func secrets(from shelf: () -> SecretShelf?) -> SecretShelf? {
    mock == nil ? shelf() : nil
  }
}
