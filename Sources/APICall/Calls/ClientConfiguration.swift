/// The settings of all calls of a client.
public struct ClientConfiguration: Sendable {
  /// What happens to a call whose request is already in progress.
  public var duplicates = DuplicatePolicy.allow
  /// The program's stages between calls and the requester, the outermost first.
  public var middleware: [any Middleware] = []
  /// The most calls in progress at a time; others wait for their turn, in order.
  public var maximumCalls = 64
  /// The most events that a subscription keeps for its reader; older ones are dropped.
  public var eventLimit = 256

  /// Creates the usual settings.
  public init() {}
}

/// What happens to a call whose request is already in progress: one with the same method, URL,
/// header fields and body.
public enum DuplicatePolicy: Sendable, Hashable {
  /// It is sent.
  case allow
  /// It waits for the response of the first one. Only requests with safe methods (RFC 9110, section
  /// 9.2.1) are shared; others are sent.
  case share
  /// It fails with ``RequestError/duplicateRequest``.
  case refuse
}
