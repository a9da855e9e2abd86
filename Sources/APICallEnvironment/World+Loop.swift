package import APICallBase
package import APICallCurl
import APICallSystem

extension World {
  /// The real world, whose waits do not hold up a loop.
  package static func system(on loop: CurlLoop?) -> World {
    var world = World.system()
    guard let loop else { return world }
    world.wait = { (time) throws(CancellationError) in try await loop.sleep(for: time) }
    world.waitForInput = { (descriptor) throws(CancellationError) in
      try await loop.waitForInput(descriptor)
    }
    return world
  }
}
