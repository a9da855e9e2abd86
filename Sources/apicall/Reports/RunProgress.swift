import APICallBase
import APICallContracts
import APICallHTTP
import APICallRequests
import APICallResponses
import APICallSafety
import APICallScripts
import APICallSystem
import APICallText

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

/// The line on the terminal that shows how far a long transfer has come, and what a call waits for.
///
/// It is erased before other output and at the end of the call. It draws itself when bytes are
/// moved; a ``RunProgress`` draws it while the call waits.
final class ProgressBar: RunObserver {
  private static let patience = Duration.seconds(1)

  /// The pause before a further attempt.
  private struct Pause {
    var attempt: Int
    var attempts: Int
    var length: Duration
    var status: Int?
  }

  private let endsWithResponse: Bool
  private let showsPauses: Bool
  private let elapsed: () -> Duration
  private var start: Duration?
  private var pause: Pause?
  private var progress = TransferProgress()
  private var rate = TransferRate()
  private var call: Call?
  private var origin: Origin?
  private var host: String?

  init(endsWithResponse: Bool, showsPauses: Bool, elapsed: @escaping () -> Duration) {
    self.endsWithResponse = endsWithResponse
    self.showsPauses = showsPauses
    self.elapsed = elapsed
  }

  var wantsProgress: Bool { true }

  func observe(_ event: RunEvent) {
    switch event {
    case .sending(let call):
      self.call = call
      begin(at: call.sentRequest.url.origin)
    case .continuing(let exchange): go(on: exchange)
    case .moved(let progress):
      self.progress = progress
      if start != nil { _ = draw(showsWaiting: false) }
    case .answered where endsWithResponse, .ended, .finished:
      start = nil
      StandardError.erasePassing()
    case .started, .step, .iteration, .reading, .pausing, .connected, .interim, .answered,
      .trailed, .renewing, .stored:
      break
    }
  }

  private func begin(at origin: Origin?) {
    start = elapsed()
    pause = nil
    progress = TransferProgress()
    guard let origin, origin != self.origin else { return }
    self.origin = origin
    host = nil
  }

  private func go(on exchange: FurtherExchange) {
    switch exchange.reason {
    // The page before may be printed on the same terminal.
    case .page where endsWithResponse: return
    // The call's own request follows without a further event.
    case .credentials: begin(at: nil)
    default: begin(at: call?.mock ?? exchange.request.url.origin)
    }
    guard case .retry(let length, let attempt, let attempts) = exchange.reason else { return }
    pause = Pause(
      attempt: attempt, attempts: attempts, length: length, status: exchange.response?.status)
  }

  /// Draws the line, if there is anything to show.
  ///
  /// Returns whether there is anything to show.
  func draw(showsWaiting: Bool) -> Bool {
    guard let start else { return false }
    let columns = StandardError.columnsOrDefault
    guard let text = text(after: elapsed() - start, showsWaiting, columns: columns) else {
      return false
    }
    if !StandardError.isInBackground { StandardError.showPassing(text) }
    return true
  }

  private func text(after time: Duration, _ showsWaiting: Bool, columns: Int) -> String? {
    if let pause, time < pause.length {
      guard showsPauses, pause.length >= Self.patience else { return nil }
      return WaitingLine.retry(
        pause.attempt, of: pause.attempts, in: pause.length - time, status: pause.status
      ).text(columns: columns)
    }
    let time = time - (pause?.length ?? .zero)
    let isReceiving = progress.received > 0
    let amount = isReceiving ? progress.received : progress.sent
    let speed = rate.note(amount, at: elapsed())
    guard time >= Self.patience else { return nil }
    guard isReceiving || amount > 0 && amount != progress.toSend else {
      guard showsWaiting, let name else { return nil }
      return WaitingLine.answer(host: name, for: time).text(columns: columns)
    }
    return ProgressLine(
      verb: isReceiving ? "receiving" : "sending", amount: amount,
      total: isReceiving ? progress.toReceive : progress.toSend, rate: speed, elapsed: time
    ).text(columns: columns)
  }

  /// The name of the origin, without secrets and without control characters.
  private var name: String? {
    if let host { return host }
    guard let call, let origin else { return nil }
    host = TerminalText.line(ShownFields(of: call).text(origin.authority))
    return host
  }
}
