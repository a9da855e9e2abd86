import APICallBase
import APICallModel
import APICallReading
import YAMLTree

/// One HTTP call, as a YAML file describes it: apicall-spec(5).
public struct Endpoint: Sendable {
  let content: EndpointSpec
  let permissions: Permissions
  /// The values of inputs that are not those of a call: the secrets of an endpoint that a program
  /// has built.
  let given: [(name: String, value: Inputs.Value)]
  /// The stored secrets that its calls name, and whether an output is stored under each.
  let secretNames: [String: Bool]

  init(
    _ content: EndpointSpec, _ permissions: Permissions,
    given: [(name: String, value: Inputs.Value)] = []
  ) {
    self.content = content
    self.permissions = permissions
    self.given = given
    secretNames = Runnable.endpoint(content).usedSecrets
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file; the project above it sets its defaults.
  ///   - trust: whether the file may use what belongs to the user.
  ///   - plugins: the plugins that the file may name.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` with every problem of the file.
  public init(
    contentsOf path: String, trust: Trust = .untrusted, plugins: PluginFolders = .none
  ) throws(RequestError) {
    self = try FileContent(at: path, Permissions(trust: trust, plugins: plugins)).endpoint()
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: the YAML of an endpoint; it belongs to no project and names no files.
  ///   - name: its name in messages.
  ///   - trust: whether the text may use what belongs to the user.
  ///   - plugins: the plugins that the text may name.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` with every problem of the text.
  public init(
    yaml text: String, named name: String = "endpoint.yaml", trust: Trust = .untrusted,
    plugins: PluginFolders = .none
  ) throws(RequestError) {
    do throws(Failure) {
      let content = try FileContent.reader(plugins)
        .read(Source(name: name, text: text), in: FileContent.contextOfTexts)
      self.init(content, Permissions(trust: trust, plugins: plugins))
    } catch {
      throw .invalidEndpoint(error.diagnostics.map(Diagnostic.init))
    }
  }
}

extension Endpoint: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The name of its file, or where the program builds it.
  public var description: String { "Endpoint(\(content.file))" }
  /// The name of its file, or where the program builds it.
  public var debugDescription: String { description }
  /// A mirror without its parts, some of which may be secret.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
