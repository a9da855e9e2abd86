import Glibc

/// Runs work on a separate thread, which the tests do not share.
package func onThread(_ work: @escaping @Sendable () -> Void) {
  var thread = pthread_t()
  let status = pthread_create(
    &thread, nil,
    { pointer in
      if let pointer { Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().run() }
      return nil
    }, Unmanaged.passRetained(Work(work)).toOpaque())
  precondition(status == 0)
  pthread_detach(thread)
}

private final class Work {
  let run: @Sendable () -> Void
  init(_ run: @escaping @Sendable () -> Void) { self.run = run }
}
