import APICallBase
import APICallPlugins
import APICallSpec
import APICallSystem
import YAMLTree

/// One HTTP call, as a YAML file describes it: apicall-spec(5).
public struct Endpoint: Sendable {
  let content: APICallSpec.Endpoint
  let trust: Trust
  /// The values of inputs that are not those of a call: the secrets of an endpoint that a program
  /// has built.
  let given: [(name: String, value: Inputs.Value)]

  /// Takes an endpoint that is made elsewhere.
  init(
    _ content: APICallSpec.Endpoint, trust: Trust, given: [(name: String, value: Inputs.Value)] = []
  ) {
    self.content = content
    self.trust = trust
    self.given = given
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file; the project above it sets its defaults.
  ///   - trust: whether the file may use what belongs to the user.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` with every problem of the file.
  public init(contentsOf path: String, trust: Trust = .untrusted) throws(RequestError) {
    try self.init(contentsOf: path, profile: nil, trust: trust)
  }

  /// Finds and reads files.
  static var library: EndpointLibrary {
    EndpointLibrary(
      files: SystemFiles(), reader: EndpointReader(registry: Builtins.readingRegistry))
  }

  init(
    contentsOf path: String, profile: Destination.Profile?, trust: Trust
  ) throws(RequestError) {
    do throws(Failure) {
      switch try Self.library.runnable(at: path, profile: profile) {
      case .endpoint(let endpoint): content = endpoint
      case .script(let script):
        throw Failure(
          .usage, "'\(script.file)' is a script, not an endpoint",
          hint: "'apicall run' runs scripts")
      }
    } catch {
      throw .invalidEndpoint(error.diagnostics.map(Diagnostic.init))
    }
    self.trust = trust
    given = []
  }

  /// Reads a text.
  ///
  /// - Parameters:
  ///   - text: the YAML of an endpoint; it belongs to no project and names no files.
  ///   - name: its name in messages.
  ///   - trust: whether the text may use what belongs to the user.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` with every problem of the text.
  public init(
    yaml text: String, named name: String = "endpoint.yaml", trust: Trust = .untrusted
  ) throws(RequestError) {
    do throws(Failure) {
      content = try EndpointReader(registry: Builtins.readingRegistry)
        .read(Source(name: name, text: text))
    } catch {
      throw .invalidEndpoint(error.diagnostics.map(Diagnostic.init))
    }
    self.trust = trust
    given = []
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
