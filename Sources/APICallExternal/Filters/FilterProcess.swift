import APICallBase
import APICallSystem
import Glibc

/// A program that reads bytes and writes bytes, as a synchronous part of a pipeline.
///
/// It receives what is pushed, and its output is passed on meanwhile.
///
/// Only one piece of either is buffered.
final class FilterProcess {
  typealias Sink = (Span<UInt8>) throws(DeliveryError) -> Void

  private let order: FilterOrder
  private let child: ChildProcess
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: PluginLimits.piece, alignment: 16)
  private var given = 0
  private var written = 0
  /// How long it has neither read nor written.
  private var silence = Duration.zero
  /// The total time of waiting since its input was complete.
  private var waited = Duration.zero

  private static let longestWait = Duration.seconds(1)

  /// The time since a wait began, but no more than it was meant to last: a machine that stood still
  /// has not let the program run, either.
  private static func passed(since start: SuspendingClock.Instant) -> Duration {
    min(SuspendingClock.now - start, longestWait)
  }

  /// Starts the filter.
  ///
  /// Throws ``DeliveryError/plugin(_:)`` if it cannot be started.
  init(_ order: FilterOrder) throws(DeliveryError) {
    self.order = order
    child = try rethrowing(
      ChildProcess(order.program, environment: order.environment, reporting: order.report)
    ) { DeliveryError.plugin(PluginProblem(order.plugin, $0, program: order.program)) }
  }

  deinit { buffer.deallocate() }

  /// Passes bytes to the program, and the output that it writes meanwhile to a sink.
  ///
  /// Throws ``DeliveryError/plugin(_:)`` if the program does not continue, and the errors of the
  /// sink.
  func push(_ bytes: Span<UInt8>, to sink: Sink) throws(DeliveryError) {
    silence = .zero
    var rest = bytes
    while rest.count > 0 {
      let progress = rest.withUnsafeBytes { child.write($0) }
      switch progress {
      case .bytes(let count):
        given += count
        silence = .zero
        rest = rest.extracting(count...)
      case .notNow:
        try wait(hasInput: true, to: sink)
        // A process that it started and left running may hold its input open and never read it.
        if child.ending != nil { return child.closeInput() }
      // A program that has read enough closes its input, as head(1) does. Its exit status is
      // checked at the end.
      case .ended: return
      }
    }
    try readOutput(to: sink)
  }

  /// Ends the program's input and passes on the rest of its output.
  ///
  /// Throws ``DeliveryError/plugin(_:)`` if the program fails, ``DeliveryError/malformed(_:)`` if
  /// it cannot read its input, and the errors of the sink.
  func finish(to sink: Sink) throws(DeliveryError) {
    child.closeInput()
    silence = .zero
    while child.output >= 0 {
      try wait(hasInput: false, to: sink)
      // A process that it started and left running may hold the pipe open for ever.
      if child.ending != nil, try readOutput(to: sink) == false { break }
    }
    try judge(end())
    child.log.endLine()
  }

  private func wait(hasInput: Bool, to sink: Sink) throws(DeliveryError) {
    // Without a descriptor for the program's end, the end is polled.
    let longest = child.end < 0 ? Duration.milliseconds(50) : Self.longestWait
    let time = min(order.silence - silence, longest)
    let start = SuspendingClock.now
    guard DescriptorWaiter.block(on: child.interests(hasInput: hasInput), for: time) else {
      throw .output(.interrupted)
    }
    child.readErrors()
    child.reap()
    let passed = Self.passed(since: start)
    silence += passed
    if !hasInput { waited += passed }
    if try readOutput(to: sink) || child.ending != nil {
      silence = .zero
    } else if silence >= order.silence {
      throw failure("it was silent for \(PluginLimits.written(order.silence))")
    }
    guard waited < order.silence * PluginLimits.mostSilences else {
      throw failure(
        "it did not exit within \(PluginLimits.written(order.silence * PluginLimits.mostSilences))")
    }
  }

  /// Passes on the available output, a piece at a time.
  ///
  /// Returns whether there was any.
  @discardableResult
  private func readOutput(to sink: Sink) throws(DeliveryError) -> Bool {
    var hasRead = false
    while case .bytes(let count) = child.readOutput(into: buffer) {
      hasRead = true
      written += count
      guard written <= PluginLimits.expansion.free + PluginLimits.expansion.factor * given else {
        throw failure(
          "its output is more than \(PluginLimits.expansion.factor) times its input")
      }
      try sink(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bindMemory(to: UInt8.self).span)
      // A signal ends a program that never ends by itself.
      if Signals.received != nil { throw .output(.interrupted) }
    }
    return hasRead
  }

  /// Waits for the program to exit, which it is about to do.
  private func end() throws(DeliveryError) -> ChildProcess.Ending {
    var left = PluginLimits.ending
    while true {
      if let ending = child.reap() {
        child.readErrors()
        return ending
      }
      guard left > .zero else {
        throw failure("it closed its output but did not exit")
      }
      let descriptors = child.interests(hasInput: false, hasOutput: false)
      let longest = child.end < 0 || child.errors < 0 ? .milliseconds(20) : Self.longestWait
      let start = SuspendingClock.now
      guard DescriptorWaiter.block(on: descriptors, for: min(left, longest)) else {
        throw .output(.interrupted)
      }
      child.readErrors()
      left -= Self.passed(since: start)
    }
  }

  private func judge(_ ending: ChildProcess.Ending) throws(DeliveryError) {
    switch ending {
    case .status(0): return
    case .status(FilterOrder.badUsage): throw order.complaint(child.log.lastLine)
    case .status(FilterOrder.badInput): throw order.refusal(child.log.lastLine)
    default: throw .plugin(PluginProblem(order.plugin, ending, child.log.words))
    }
  }

  private func failure(_ reason: String) -> DeliveryError {
    child.kill()
    return .plugin(PluginProblem(order.plugin, reason, words: child.log.words))
  }
}
