import APICallSystem
package import Glibc

/// Waits until a plugin's pipes have something, or room.
package struct DescriptorWaiter: Sendable {
  /// Waits until one of the descriptors is ready, or for so long.
  ///
  /// Throws where whoever waits gives up meanwhile: a signal came, or the task was cancelled.
  package var wait: @Sendable ([pollfd], Duration) async throws(CancellationError) -> Void

  /// Creates a waiter.
  ///
  /// - Parameter wait: waits until one of the descriptors is ready, or for so long.
  package init(
    _ wait: @escaping @Sendable ([pollfd], Duration) async throws(CancellationError) -> Void
  ) {
    self.wait = wait
  }

  /// Waits with the thread that asks, which does nothing else meanwhile.
  package static let blocking = DescriptorWaiter { (descriptors, time) throws(CancellationError) in
    guard block(on: descriptors, for: time) else { throw CancellationError() }
  }

  /// Waits with the thread that asks.
  ///
  /// - Parameters:
  ///   - descriptors: what is waited for; a negative one is left out.
  ///   - time: how long.
  /// - Returns: false where a signal asked the program to end.
  static func block(on descriptors: [pollfd], for time: Duration) -> Bool {
    var watched = descriptors
    if let signal = Signals.descriptor {
      watched.append(pollfd(fd: signal, events: Int16(POLLIN), revents: 0))
    }
    guard Signals.received == nil else { return false }
    let (seconds, attoseconds) = max(time, .zero).components
    let milliseconds =
      min(seconds, 3600) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
    _ = poll(&watched, nfds_t(watched.count), Int32(milliseconds))
    return Signals.received == nil
  }
}
