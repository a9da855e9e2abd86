/// Why a plugin could not do what it was asked for.
public struct PluginFailure: Error, Sendable, Hashable {
  /// What kind of failure it is, by which apicall chooses its exit status.
  public enum Code: String, Sendable, Hashable, CaseIterable {
    /// The host has no address.
    case dns
    /// No connection came about.
    case connect
    /// TLS failed, or the certificate is not trusted.
    case tls
    /// It took too long.
    case timeout
    /// The other side does not keep to HTTP.
    case `protocol`
    /// The answer ended before it was whole.
    case truncated
    /// The answer is larger than the plugin can take.
    case tooLarge = "too_large"
    /// A credential or a secret is not to be had.
    case authFailed = "auth_failed"
    /// What was asked for is wrong in itself.
    case badInput = "bad_input"
    /// The plugin does not know what it was asked for.
    case notSupported = "not_supported"
    /// The host asked to stop.
    case cancelled
    /// No version of the protocol is common to both.
    case protocolUnsupported = "protocol_unsupported"
    /// Anything else.
    case `internal`
  }

  /// The kind of failure.
  public let code: Code
  /// What went wrong: lower case, one line, without a full stop; no secrets.
  public let message: String
  /// Whether the same may work when it is tried again.
  public let isRetryable: Bool

  /// A failure.
  ///
  /// - Parameters:
  ///   - code: its kind.
  ///   - message: what went wrong, one line; of more than 1000 characters the first are kept.
  ///   - isRetryable: whether the same may work when it is tried again.
  public init(_ code: Code, _ message: String, isRetryable: Bool = false) {
    self.code = code
    self.message = String(message.prefix(1000))
    self.isRetryable = isRetryable
  }
}
