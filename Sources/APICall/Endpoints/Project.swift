import APICallBase
import APICallHTTP
import APICallModel
import APICallReading
import APICallSystem
import Synchronization

/// A folder with endpoints and scripts in `endpoints/`, which calls name without their ending.
///
/// Each file is read when it is first named, and not again: a file that has changed since is read by
/// another project.
public struct Project: Sendable {
  private final class Cache: Sendable {
    let files = Mutex<[String: FileContent]>([:])
  }

  private let folder: String
  private let profile: Destination.Profile?
  private let permissions: Permissions
  private let cache = Cache()

  /// Creates a project; nothing is read.
  ///
  /// - Parameters:
  ///   - folder: the path of the folder.
  ///   - profile: the name of the profile in its `apicall.yaml`; nil for the one that it names
  ///     itself.
  ///   - trust: whether its files may use what belongs to the user.
  ///   - plugins: the plugins that its files may name.
  public init(
    at folder: String, profile: String? = nil, trust: Trust = .untrusted,
    plugins: PluginFolders = .none
  ) {
    self.folder = folder
    self.profile = profile.map { Destination.Profile($0) }
    permissions = Permissions(trust: trust, plugins: plugins)
  }

  /// The names of the endpoints and scripts in its folder, in order.
  ///
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` if the folder cannot be read.
  public var names: [String] {
    get throws(RequestError) {
      let library = FileContent.library()
      do throws(Failure) {
        let root = library.root(of: endpoints)
        if !library.isFolder(endpoints) { _ = try library.path(of: endpoints) }
        let paths = try library.search(endpoints).filter { root.admits(named: $0) }
        return paths.map { String($0.dropFirst(endpoints.count + 1).dropLast(".yaml".count)) }
      } catch {
        throw .invalidEndpoint(error.diagnostics.map(Diagnostic.init))
      }
    }
  }

  /// Finds the endpoint of a name.
  ///
  /// - Parameter name: such as `todos/list`, for `endpoints/todos/list.yaml`.
  /// - Returns: the endpoint.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` if there is no such file, or it has problems;
  ///   ``RequestError/notPermitted(_:)`` if a link leads out of the folder.
  public func endpoint(named name: String) throws(RequestError) -> Endpoint {
    try file(named: name).endpoint()
  }

  /// Finds the script of a name.
  ///
  /// - Parameter name: such as `orders/ship`, for `endpoints/orders/ship.yaml`.
  /// - Returns: the script.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` if there is no such file, or it has problems;
  ///   ``RequestError/notPermitted(_:)`` if a link leads out of the folder.
  public func script(named name: String) throws(RequestError) -> Script {
    try file(named: name).script()
  }

  private func file(named name: String) throws(RequestError) -> FileContent {
    if let known = cache.files.withLock({ $0[name] }) { return known }
    let file = try FileContent(at: try path(of: name), profile: profile, permissions)
    cache.files.withLock { $0[name] = file }
    return file
  }

  func host() throws(RequestError) -> String {
    let found = try rethrowing(FileContent.library().host(ofProjectAt: folder, profile)) {
      (error: Failure) in RequestError.invalidEndpoint(error.diagnostics.map(Diagnostic.init))
    }
    if let found { return found.text }
    throw .invalidEndpoint([
      Diagnostic(
        "the project in '\(folder)' has no profile with a host",
        hint: "write one in its apicall.yaml, or name it with Project(at:profile:)")
    ])
  }

  private var endpoints: String { FilePath.join(folder, EndpointLibrary.folderName) }

  private func path(of name: String) throws(RequestError) -> String {
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && !$0.contains("\0") }) else {
      throw .invalidEndpoint([
        Diagnostic("'\(name)' is not the name of an endpoint", hint: "write it as in todos/list")
      ])
    }
    let library = FileContent.library()
    let path = FilePath.join(endpoints, "\(name).yaml")
    guard SystemFiles().status(of: path)?.kind == .file else {
      let names = (try? self.names) ?? []
      throw .invalidEndpoint([
        Diagnostic(
          "'\(name)' does not exist in '\(endpoints)'",
          hint: Nearest.hint(for: name, among: names, noun: "names"))
      ])
    }
    guard library.root(of: endpoints).admits(named: path) else {
      throw .notPermitted([
        Diagnostic("the name '\(name)' leads outside the project's folder, or to a hidden file")
      ])
    }
    return path
  }
}
