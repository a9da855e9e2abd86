import APICallBase
import APICallResponses
import APICallSystem

/// The line on the terminal that shows how far a long run has come, drawn a few times a second.
///
/// It is the line of a script or the bar of a call. It is erased before other output and at the end
/// of the run.
final class RunProgress {
  private static let patience = Duration.seconds(1)
  /// The time between two drawings.
  private static let pause = Duration.milliseconds(200)

  private let elapsed: () -> Duration
  private let showsWaiting: Bool
  private var line = ScriptProgressLine()
  private var bar: ProgressBar?
  /// Whether standard output has taken the place of the line.
  var isHidden = false

  init(showsWaiting: Bool, files: Int? = nil, elapsed: @escaping () -> Duration) {
    if let files { line = ScriptProgressLine(files: files) }
    self.showsWaiting = showsWaiting
    self.elapsed = elapsed
  }

  func note(_ event: RunEvent, at place: StepPlace) {
    line.note(event, at: place, elapsed: elapsed())
  }

  func makeWay(for bar: ProgressBar) { self.bar = bar }

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

  func erase() { StandardError.erasePassing() }

  private func draw() {
    guard !isHidden, bar?.draw(showsWaiting: showsWaiting) != true else { return }
    let elapsed = elapsed()
    guard elapsed >= Self.patience, !StandardError.isInBackground else { return }
    let text = line.text(elapsed: elapsed, columns: StandardError.columnsOrDefault)
    if !text.isEmpty { StandardError.showPassing(text) }
  }
}

/// Standard output next to a progress line: erases the line before each write, and hides it until
/// it has a line of the terminal to itself.
final class ProgressYieldingSink: ByteSink {
  private let sink: DescriptorSink
  private let progress: RunProgress
  private let isTerminal: Bool
  private var isWaiting = false

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
