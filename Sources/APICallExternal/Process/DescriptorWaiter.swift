import APICallSystem
package import Glibc

/// Waits until a plugin's pipes can be read or written.
package enum DescriptorWaiter {
  /// Returns false if a signal ends the program.
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

/// The limits on the time and the output of a plugin.
package enum PluginLimits {
  /// The longest silence of a plugin during a wait, unless its manifest sets another.
  package static let silence = Duration.seconds(30)
  package static let greeting = Duration.seconds(5)
  /// The time limit for its exit after its input ends, and again after SIGTERM.
  package static let ending = Duration.seconds(2)
  /// The time that it may take beyond the limits of a request.
  package static let grace = Duration.seconds(2)
  /// The total time that a filter may take after the end of its input, as a multiple of its
  /// silence.
  package static let mostSilences = 10
  /// The largest output of a filter as a multiple of its input, and the output that is allowed in
  /// any case.
  package static let expansion = (factor: 1000, free: 10 << 20)
  package static let piece = 64 << 10

  package static func written(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return milliseconds == 0 ? "\(seconds)s" : "\(seconds * 1000 + milliseconds)ms"
  }
}
