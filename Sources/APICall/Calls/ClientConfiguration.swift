import APICallHTTP
import APICallSafety
import APICallSystem

/// The settings of all calls of a client.
public struct ClientConfiguration: Sendable {
  /// What happens to a call whose request is already in progress: by default, it is sent.
  public var duplicates = DuplicatePolicy.allow
  /// The program's stages between calls and the requester, the outermost first; none by default.
  public var middleware: [any Middleware] = []
  /// The most calls in progress at a time; others wait for their turn, in order.
  ///
  /// By default 64, and at least 1.
  public var maximumCalls = 64
  /// The most events that a subscription keeps for its reader, by default 256; older ones are dropped.
  public var maximumEvents = 256

  /// The sources of stored secrets, in the order in which they are asked; none by default.
  public var secrets: [any SecretSource] = []
  /// The time limit of each call that a cancelled script still makes, to clean up; by default 10 s.
  public var cleanupTimeout = Duration.seconds(10)

  /// Finds the environment variables that trusted files name; those of the process by default.
  ///
  /// It is called on the client's thread, and must not wait.
  public var variables: @Sendable (String) -> String? = { Program.environment($0) }

  /// The server that gets all requests; nil for their own.
  var mock: Origin?

  /// Creates the usual settings.
  public init() {}

  /// Sends all requests to a mock server on this machine, such as `apicall serve`; secrets need not
  /// be given, and stored ones are not sent.
  ///
  /// - Parameter url: its URL, as in `http://127.0.0.1:8080`.
  /// - Throws: ``RequestError/invalidURL(_:)`` if it is not a server on this machine over plain HTTP.
  public mutating func useMock(at url: String) throws(RequestError) {
    guard let address = try? HostAddress(url), address.origin.scheme == .http,
      address.origin.isLoopback, address.basePath.isEmpty
    else {
      throw .invalidURL([
        Diagnostic(
          "'\(url)' is not a server on this machine",
          hint: "write http://127.0.0.1:PORT, as 'apicall serve' prints it")
      ])
    }
    mock = address.origin
  }
}

/// What happens to a call whose request is already in progress: one with the same method, URL,
/// header fields and body.
public enum DuplicatePolicy: Sendable, Hashable {
  /// It is sent.
  case allow
  /// It waits for the response of the first one, if that is a call of the same endpoint with the same
  /// inputs and a safe method (RFC 9110, section 9.2.1). Other calls are sent, as are streams and calls
  /// with a delegate.
  case share
  /// It fails with ``RequestError/duplicateRequest(_:)``.
  case refuse
}
