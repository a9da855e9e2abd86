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
  /// - Parameter loop: what the curl requester sends on; nil for commands that send nothing.
  init(loop: CurlLoop? = nil) {
    let curl = Registry.RequesterEntry(CurlRequester.self) { (_) throws(Failure) in
      guard let loop else { throw Failure(.bug, "this command sends nothing") }
      return CurlRequester(loop: loop)
    }
    registry = Builtins.registry(adding: [curl])
    library = EndpointLibrary(
      files: world.files, reader: EndpointReader(vocabulary: Builtins.vocabulary))
  }
}
