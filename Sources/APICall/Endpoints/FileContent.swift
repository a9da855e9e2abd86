import APICallBase
import APICallModel
import APICallPlugins
import APICallReading
import APICallSystem

/// What a file describes, a call or a script.
enum FileContent: Sendable {
  case endpoint(Endpoint)
  case script(Script)

  static func library(_ plugins: PluginFolders = .none) -> EndpointLibrary {
    EndpointLibrary(files: SystemFiles(), reader: reader(plugins))
  }

  static func reader(_ plugins: PluginFolders) -> EndpointReader {
    var registry = Builtins.readingRegistry
    registry.supply = plugins.plugins()
    return EndpointReader(registry: registry)
  }

  /// The context of texts, which name no files.
  static var contextOfTexts: ReadingContext {
    var context = ReadingContext()
    context.fileRoot = FileRoot(withoutFolders: SystemFiles())
    return context
  }

  init(
    at path: String, profile: Destination.Profile? = nil, _ permissions: Permissions
  ) throws(RequestError) {
    do throws(Failure) {
      switch try Self.library(permissions.plugins).runnable(at: path, profile: profile) {
      case .endpoint(let content): self = .endpoint(Endpoint(content, permissions))
      case .script(let content): self = .script(Script(content, permissions))
      }
    } catch {
      throw .invalidEndpoint(error.diagnostics.map(Diagnostic.init))
    }
  }

  func endpoint() throws(RequestError) -> Endpoint {
    switch self {
    case .endpoint(let endpoint): return endpoint
    case .script(let script):
      throw .invalidEndpoint([
        Diagnostic(
          "'\(script.content.file)' is a script, not an endpoint", hint: "run it with Client.run")
      ])
    }
  }

  func script() throws(RequestError) -> Script {
    switch self {
    case .script(let script): return script
    case .endpoint(let endpoint):
      throw .invalidEndpoint([
        Diagnostic(
          "'\(endpoint.content.file)' is an endpoint, not a script",
          hint: "call it with Client.call")
      ])
    }
  }
}

/// What a file may use, as the program says.
struct Permissions: Sendable, Hashable {
  var trust = Trust.untrusted
  var plugins = PluginFolders.none
}
