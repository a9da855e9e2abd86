import APICallBase
import APICallSystem
import Glibc

/// A program that reads octets and writes others, as a synchronous part of a pipeline: what is pushed
/// goes in, and what comes out is handed on meanwhile.
///
/// Nothing of either is held but one piece. The program is started with the first push.
final class FilterProcess {
  /// Takes what comes out.
  typealias Sink = (Span<UInt8>) throws(DeliveryError) -> Void

  private let order: FilterOrder
  private let child: ChildProcess
  private let buffer = UnsafeMutableRawBufferPointer.allocate(
    byteCount: PluginLimits.piece, alignment: 16)
  private var given = 0
  private var written = 0
  /// When it last read or wrote, or was last waited for.
  private var lastProgress = SuspendingClock.now
  /// How long it was waited for since all of its input was there.
  private var waited = Duration.zero

  /// Starts the program.
  ///
  /// - Parameter order: what to run, and how long to wait for it.
  /// - Throws: ``DeliveryError/plugin(_:)`` where it cannot be started.
  init(_ order: FilterOrder) throws(DeliveryError) {
    self.order = order
    do {
      child = try ChildProcess(
        order.program, environment: order.environment, reporting: order.report)
    } catch {
      throw .plugin(PluginFailure(order.plugin, error, program: order.program))
    }
  }

  deinit { buffer.deallocate() }

  /// Hands octets to the program, and what it writes meanwhile to a sink.
  ///
  /// - Parameters:
  ///   - octets: the octets.
  ///   - sink: takes what comes out.
  /// - Throws: ``DeliveryError/plugin(_:)`` where the program does not go on, and what the sink
  ///   throws.
  func push(_ octets: Span<UInt8>, to sink: Sink) throws(DeliveryError) {
    lastProgress = SuspendingClock.now
    var rest = octets
    while rest.count > 0 {
      let progress = rest.withUnsafeBytes { child.write($0) }
      switch progress {
      case .octets(let count):
        given += count
        lastProgress = SuspendingClock.now
        rest = rest.extracting(count...)
      case .notNow:
        try wait(hasInput: true, to: sink)
        // What it has started and left behind may hold its input, and never read it.
        if child.ending != nil { return child.closeInput() }
      // Who has read enough closes its input, as head(1) does; how it ends is seen at the end.
      case .ended: return
      }
    }
    try readOutput(to: sink)
  }

  /// Tells the program that this was all, and hands on the rest of what it writes.
  ///
  /// - Parameter sink: takes what comes out.
  /// - Throws: ``DeliveryError/plugin(_:)`` where the program does not come to a good end,
  ///   ``DeliveryError/malformed(_:)`` where it says that its input is not what it reads, and what the
  ///   sink throws.
  func finish(to sink: Sink) throws(DeliveryError) {
    child.closeInput()
    lastProgress = SuspendingClock.now
    while child.output >= 0 {
      try wait(hasInput: false, to: sink)
      // What it has started and left behind may hold the pipe open for ever.
      if child.ending != nil, try readOutput(to: sink) == false { break }
    }
    try judge(end())
    child.log.endLine()
  }

  /// Waits until something goes on.
  private func wait(hasInput: Bool, to sink: Sink) throws(DeliveryError) {
    var time = order.silence - (SuspendingClock.now - lastProgress)
    // Without a descriptor for that, it is looked for whether the program has ended.
    if child.end < 0 { time = min(time, .milliseconds(50)) }
    let start = SuspendingClock.now
    guard DescriptorWaiter.block(on: child.interests(hasInput: hasInput), for: time) else {
      throw .output(.interrupted)
    }
    if !hasInput { waited += SuspendingClock.now - start }
    child.readErrors()
    child.reap()
    let silence = SuspendingClock.now - lastProgress
    // What the sink takes is no silence of the program's.
    if try readOutput(to: sink) || child.ending != nil {
      lastProgress = SuspendingClock.now
    } else if silence >= order.silence {
      throw failure("it was silent for \(PluginLimits.written(order.silence))")
    }
    guard waited < order.silence * PluginLimits.mostSilences else {
      throw failure(
        "it did not end within \(PluginLimits.written(order.silence * PluginLimits.mostSilences))")
    }
  }

  /// Hands on what the program has written, a piece at a time, as long as there is something.
  ///
  /// - Returns: whether there was anything.
  @discardableResult
  private func readOutput(to sink: Sink) throws(DeliveryError) -> Bool {
    var hasRead = false
    while case .octets(let count) = child.readOutput(into: buffer) {
      hasRead = true
      written += count
      guard written <= PluginLimits.expansion.free + PluginLimits.expansion.factor * given else {
        throw failure(
          "it wrote more than \(PluginLimits.expansion.factor) times as much as it was given")
      }
      try sink(UnsafeRawBufferPointer(rebasing: buffer[..<count]).bindMemory(to: UInt8.self).span)
      // A signal ends what never comes to an end by itself.
      if Signals.received != nil { throw .output(.interrupted) }
    }
    return hasRead
  }

  /// Waits for the program's end, which is due.
  private func end() throws(DeliveryError) -> ChildProcess.Ending {
    let limit = SuspendingClock.now + PluginLimits.ending
    while true {
      if let ending = child.reap() {
        child.readErrors()
        return ending
      }
      let left = limit - SuspendingClock.now
      guard left > .zero else {
        throw failure("it closed its output, and did not end")
      }
      let descriptors = child.interests(hasInput: false, hasOutput: false)
      let time = child.end < 0 || child.errors < 0 ? min(left, .milliseconds(20)) : left
      guard DescriptorWaiter.block(on: descriptors, for: time) else { throw .output(.interrupted) }
      child.readErrors()
    }
  }

  private func judge(_ ending: ChildProcess.Ending) throws(DeliveryError) {
    switch ending {
    case .status(0): return
    case .status(FilterOrder.badUsage): throw order.complaint(child.log.lastLine)
    case .status(FilterOrder.badInput): throw order.refusal(child.log.lastLine)
    default: throw .plugin(PluginFailure(order.plugin, ending, child.log.words))
    }
  }

  private func failure(_ reason: String) -> DeliveryError {
    child.kill()
    return .plugin(PluginFailure(order.plugin, reason, words: child.log.words))
  }
}
