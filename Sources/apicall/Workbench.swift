import APICallCore
import APICallCurl
import APICallPlugins
import APICallSystem

/// What the commands work with, put together in one place: the files of the machine, and everything
/// that can be chosen by name.
struct Workbench {
  let world = World.system()
  let registry: Registry
  let library: EndpointLibrary

  /// Creates a workbench.
  ///
  /// - Parameters:
  ///   - loop: what the curl requester sends on; nil for commands that send nothing.
  ///   - connection: how its connections are made; nil for the usual way.
  ///   - fileRoots: folders whose files specs may name, besides those of their project.
  init(
    loop: CurlLoop? = nil, connection: ConnectionSettings? = nil, fileRoots: [String] = []
  ) {
    @Sendable func requester() throws(Failure) -> CurlRequester {
      guard let loop else { throw Failure(.bug, "this command sends nothing") }
      return CurlRequester(loop: loop, connection: connection)
    }
    let curl =
      connection?.isInsecure == true
      ? Registry.RequesterEntry(InsecureRequester.self) { (_) throws(Failure) in
        InsecureRequester(requester: try requester())
      }
      : Registry.RequesterEntry(CurlRequester.self) { (_) throws(Failure) in try requester() }
    registry = Builtins.registry(adding: [curl])
    library = EndpointLibrary(
      files: world.files, reader: EndpointReader(vocabulary: Builtins.vocabulary),
      fileRoots: fileRoots)
  }

  /// Reads the endpoint that a command line asks for, with what it sets.
  func endpoint(for settings: RunSettings) throws(Failure) -> Endpoint {
    try library.endpoint(
      at: library.path(of: settings.endpoint), profile: settings.destination.profile,
      overrides: settings.overrides)
  }
}
