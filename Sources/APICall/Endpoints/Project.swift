import Synchronization

/// A folder with endpoints in `endpoints/`, which calls name without their ending.
///
/// Each file is read when it is first named, and not again: a file that has changed since is read by
/// another project.
public struct Project: Sendable {
  private final class Cache: Sendable {
    let endpoints = Mutex<[String: Endpoint]>([:])
  }

  private let folder: String
  private let trust: Trust
  private let cache = Cache()

  /// Creates a project; nothing is read.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - trust: whether its files may use what belongs to the user.
  public init(at folder: String, trust: Trust = .untrusted) {
    self.folder = folder
    self.trust = trust
  }

  /// Finds the endpoint of a name.
  ///
  /// - Parameter name: such as `todos/list`, for `endpoints/todos/list.yaml`.
  /// - Returns: the endpoint.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` if there is no such file, or it has problems.
  public func endpoint(named name: String) throws(RequestError) -> Endpoint {
    if let known = cache.endpoints.withLock({ $0[name] }) { return known }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
      throw .invalidEndpoint([
        Diagnostic("'\(name)' is not the name of an endpoint", hint: "write it as in todos/list")
      ])
    }
    let endpoint = try Endpoint(contentsOf: "\(folder)/endpoints/\(name).yaml", trust: trust)
    cache.endpoints.withLock { $0[name] = endpoint }
    return endpoint
  }
}
