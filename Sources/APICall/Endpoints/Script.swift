import APICallModel
import APICallReading

/// Several calls in order, as a YAML file with `steps` describes them: apicall-scripts(7).
public struct Script: Sendable {
  let content: ScriptSpec
  let permissions: Permissions
  let secretNames: [String: Bool]

  /// Reads a file, and the files that it calls.
  ///
  /// - Parameters:
  ///   - path: the path of the file; the project above it sets its defaults.
  ///   - trust: whether the files may use what belongs to the user.
  ///   - plugins: the plugins that the files may name.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` with every problem of the files.
  public init(
    contentsOf path: String, trust: Trust = .untrusted, plugins: PluginFolders = .none
  ) throws(RequestError) {
    self = try FileContent(at: path, Permissions(trust: trust, plugins: plugins)).script()
  }

  init(_ content: ScriptSpec, _ permissions: Permissions) {
    self.content = content
    self.permissions = permissions
    secretNames = Runnable.script(content).usedSecrets
  }
}

extension Script: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name of its file.
  public var description: String { "Script(\(content.file))" }
  /// The name of its file.
  public var debugDescription: String { description }
  /// A mirror without its parts.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// What can be run: a ``Script``, or the name of one in the client's project.
public protocol ScriptSource: Sendable {
  /// Finds the script.
  ///
  /// - Parameter project: the client's project.
  /// - Returns: the script.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` if there is none, or it has problems.
  func script(in project: Project?) throws(RequestError) -> Script
}

extension Script: ScriptSource {
  /// Returns the script itself.
  public func script(in project: Project?) -> Script { self }
}

extension String: ScriptSource {
  /// Finds the script of this name in the project, such as `orders/ship`.
  public func script(in project: Project?) throws(RequestError) -> Script {
    try self.project(project).script(named: self)
  }
}
