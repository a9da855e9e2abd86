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
  package static func block(on descriptors: [pollfd], for time: Duration) -> Bool {
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

/// How long a plugin may take for what, and how much it may write.
package enum PluginLimits {
  /// The silence of a plugin that is waited for, where its manifest does not say.
  package static let silence = Duration.seconds(30)
  /// Its answer to the greeting.
  package static let greeting = Duration.seconds(5)
  /// How long it may take to end once it is told to, and once more after SIGTERM.
  package static let ending = Duration.seconds(2)
  /// What it may take beyond the limits of a request.
  package static let grace = Duration.seconds(2)
  /// How many silences a filter may be waited for, all in all, when all of its input is there.
  package static let mostSilences = 10
  /// How many times as much as it is given a filter may write, and how much it may write in any case.
  package static let expansion = (factor: 1000, free: 10 << 20)
  /// The octets that are read of a pipe at a time.
  package static let piece = 64 << 10

  /// A time in seconds or milliseconds, as messages have it.
  package static func written(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return milliseconds == 0 ? "\(seconds)s" : "\(seconds * 1000 + milliseconds)ms"
  }
}
