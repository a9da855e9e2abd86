import APICallBase
import APICallPlugins
import APICallSpec
import APICallSystem
import YAMLTree

/// One HTTP call, as a YAML file describes it: apicall-spec(5).
public struct Endpoint: Sendable {
  let content: APICallSpec.Endpoint
  let trust: Trust

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the path of the file; the project above it sets its defaults.
  ///   - trust: whether the file may use what belongs to the user.
  /// - Throws: ``RequestError/invalidEndpoint(_:)`` with every problem of the file.
  public init(contentsOf path: String, trust: Trust = .untrusted) throws(RequestError) {
    let files = SystemFiles()
    let library = EndpointLibrary(
      files: files, reader: EndpointReader(registry: Builtins.readingRegistry))
    do throws(Failure) {
      switch try library.runnable(at: path) {
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
  }
}
