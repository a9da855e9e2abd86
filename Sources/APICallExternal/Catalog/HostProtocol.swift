/// What this apicall can do for plugins: the one place that says so.
package enum HostProtocol {
  /// The version of the protocol that it speaks.
  package static let version = 1
  /// The features that a plugin may ask for, or need.
  package static let features = ["cancel", "log", "trailers"]
}
