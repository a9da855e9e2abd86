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
}

extension Duration {
  /// The time in seconds or milliseconds, as messages have it.
  var written: String {
    let (seconds, attoseconds) = components
    let milliseconds = attoseconds / 1_000_000_000_000_000
    return milliseconds == 0 ? "\(seconds)s" : "\(seconds * 1000 + milliseconds)ms"
  }
}
