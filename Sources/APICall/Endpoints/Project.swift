/// A folder with endpoints in `endpoints/`, which calls name without their ending.
public struct Project: Sendable {
  private let folder: String
  private let trust: Trust

  /// Creates a project.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - trust: whether its files may use what belongs to the user.
  public init(at folder: String, trust: Trust = .untrusted) {
    self.folder = folder
    self.trust = trust
  }

  /// Reads the endpoint of a name.
  ///
  /// - Parameter name: such as `todos/list`, for `endpoints/todos/list.yaml`.
  /// - Returns: the endpoint.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` if there is no such file, or it has problems.
  public func endpoint(named name: String) throws(RequestError) -> Endpoint {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") }) else {
      throw .invalidEndpoint([
        Diagnostic("'\(name)' is not the name of an endpoint", hint: "write it as in todos/list")
      ])
    }
    return try Endpoint(contentsOf: "\(folder)/endpoints/\(name).yaml", trust: trust)
  }
}
