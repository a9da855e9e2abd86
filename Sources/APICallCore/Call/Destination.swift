/// Where a user wants a call to go, over what the file says.
package struct Destination: Sendable {
  /// The host in place of the spec's or the profile's.
  package var host: HostAddress?
  /// The profile in place of the project's default one.
  package var profile: String?
  /// The server that gets every request in place of the true one.
  package var mock: Origin?

  package init(host: HostAddress? = nil, profile: String? = nil, mock: Origin? = nil) {
    self.host = host
    self.profile = profile
    self.mock = mock
  }
}
