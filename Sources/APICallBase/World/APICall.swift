/// The program itself.
package enum APICall {
  /// The version, as `apicall --version` and the User-Agent field tell it.
  package static let version = "0.1.0"
}
