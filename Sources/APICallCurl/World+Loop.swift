package import APICallBase
package import Glibc

extension World {
  /// The same world, whose waits do not hold up a loop.
  package func waiting(on loop: CurlLoop?) -> World {
    guard let loop else { return self }
    var world = self
    world.wait = { (time) throws(CancellationError) in try await loop.sleep(for: time) }
    world.waitForInput = { (descriptor) throws(CancellationError) in
      try await loop.waitForInput(descriptor)
    }
    return world
  }
}

extension CurlLoop {
  /// Waits for descriptors, for what knows no loop.
  package nonisolated var waiting:
    @Sendable ([pollfd], Duration) async throws(CancellationError) -> Void
  {
    { (descriptors, time) throws(CancellationError) in
      try await self.wait(for: descriptors, within: time)
    }
  }
}
