import APICallBase
import APICallRun
import APICallScripts
import APICallSystem

/// The line on the terminal that shows how far a long run has come, drawn a few times a second.
///
/// It is that of a script, or the bar of a call, and is gone when something else is written, and when the
/// run is over.
final class RunProgress {
  /// How long a script lasts before it is shown.
  private static let patience = Duration.seconds(1)
  /// How long a line stands.
  private static let pause = Duration.milliseconds(200)
  /// The columns of a terminal that does not tell.
  private static let usualColumns = 80

  private let elapsed: () -> Duration
  private let showsWaiting: Bool
  private var line = ScriptProgressLine()
  /// The line of the call that was begun last, if it has one of its own.
  private var bar: ProgressBar?
  /// Whether standard output has taken the place of the line.
  var isHidden = false

  /// Creates a line that is not shown yet.
  ///
  /// - Parameters:
  ///   - showsWaiting: whether a bar shows as well that a call waits for its answer; a script has its
  ///     own line for that.
  ///   - elapsed: tells how long the run has lasted.
  init(showsWaiting: Bool, elapsed: @escaping () -> Duration) {
    self.showsWaiting = showsWaiting
    self.elapsed = elapsed
  }

  /// Takes note of what happens at a place of the script.
  func note(_ event: RunEvent, at place: StepPlace) {
    line.note(event, at: place, elapsed: elapsed())
  }

  /// Makes way for the bar of a call, if there is one among those who report it.
  func makeWay(for observers: [any RunObserver]) {
    for observer in observers {
      if let bar = observer as? ProgressBar { self.bar = bar }
    }
  }

  /// Begins to draw the line from time to time.
  ///
  /// - Parameters:
  ///   - executor: that of the script.
  ///   - isolation: that of the script.
  ///   - wait: waits so long.
  /// - Returns: what draws it, until it is cancelled.
  func drawing(
    on executor: (any TaskExecutor)?, isolation: isolated (any Actor)? = #isolation,
    waiting wait: @escaping @Sendable (Duration) async throws(CancellationError) -> Void
  ) -> Task<Void, Never> {
    Task.isolated(on: executor) {
      _ = isolation
      do throws(CancellationError) {
        while true {
          try await wait(Self.pause)
          self.draw()
        }
      } catch {
        return
      }
    }
  }

  /// Takes the line away.
  func erase() { StandardError.erasePassing() }

  private func draw() {
    guard !isHidden, bar?.draw(showsWaiting: showsWaiting) != true else { return }
    let elapsed = elapsed()
    guard elapsed >= Self.patience, !StandardError.isInBackground else { return }
    let text = line.text(
      elapsed: elapsed, columns: StandardError.columns ?? Self.usualColumns)
    if !text.isEmpty { StandardError.showPassing(text) }
  }
}

/// Standard output below which a line of progress may stand: the line is taken away before anything is
/// written, and does not come back before it has a line of the terminal for itself.
final class ProgressYieldingSink: ByteSink {
  private let sink: DescriptorSink
  private let progress: RunProgress
  private let isTerminal: Bool
  private var isWaiting = false

  /// Creates a sink.
  ///
  /// - Parameters:
  ///   - sink: where all of it goes.
  ///   - progress: the line.
  ///   - isTerminal: whether that is a terminal; who reads a pipe may write to the terminal at any
  ///     time.
  init(_ sink: DescriptorSink, before progress: RunProgress, isTerminal: Bool) {
    self.sink = sink
    self.progress = progress
    self.isTerminal = isTerminal
  }

  func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    guard !bytes.isEmpty else { return }
    progress.erase()
    progress.isHidden = !isTerminal || bytes[bytes.count - 1] != UInt8(ascii: "\n")
    isWaiting = true
    try sink.write(bytes)
  }

  func flush() throws(DeliveryError) {
    guard isWaiting else { return }
    isWaiting = false
    progress.erase()
    try sink.flush()
  }
}
