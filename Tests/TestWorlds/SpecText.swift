package import APICallBase
import APICallContracts
package import APICallModel
import APICallPlugins
package import APICallReading
package import APICallRequests
package import YAMLTree

/// A spec given as text, read as `call.yaml`.
package enum SpecText {
  package static let name = "call.yaml"
  /// Some of the built-in parts, so that messages that list them do not change when others are
  /// added.
  package static let registry = Registry(
    requesters: Builtins.requesters.filter { $0.name == "fixture" }, decoders: Builtins.decoders,
    formatters: Builtins.formatters.filter { ["json", "raw"].contains($0.name) },
    authTypes: Builtins.authTypes)
  package static let reader = EndpointReader(registry: registry)

  package static func endpoint(_ text: String) throws(Failure) -> EndpointSpec {
    try reader.read(Source(name: name, text: text))
  }

  /// Returns the request of a file with its inputs, in a project if `files` contain one.
  package static func call(
    _ text: String, _ inputs: [String] = [], files: MemoryFiles = MemoryFiles(),
    to destination: Destination = Destination(), overrides: Overrides = Overrides()
  ) throws(Failure) -> Call {
    var files = files
    files.add(name, text)
    let endpoint = try EndpointLibrary(files: files, reader: reader)
      .endpoint(at: name, profile: destination.profile, overrides: overrides)
    return try CallBuilder(world: .fixed(files), destination: destination)
      .call(endpoint, with: inputs.compactMap { InputResolver.Assignment($0) })
  }
}

extension EndpointLibrary {
  /// Reads an endpoint of a file.
  package func endpoint(
    at path: String, profile: Destination.Profile? = nil, overrides: Overrides = Overrides()
  ) throws(Failure) -> EndpointSpec {
    try runnable(at: path, profile: profile, overrides: overrides).head
  }
}

extension Failure {
  /// The whole message for the user, and the exit status.
  package var report: String {
    diagnostics.filter { !$0.isTold }.map(\.text).joined() + "exit status \(status.rawValue)\n"
  }
}

extension Mark {
  /// A mark for texts that are not in a file.
  package static let nowhere = Mark(
    source: Source(name: "nowhere", text: ""), start: Position(line: 1, column: 1))
}
