import APICallExternal
import APICallPluginKit
import APICallSystem
import Glibc

/// The program of a plugin that is being tried: whatever it does, it is waited for no longer than its
/// time, and no more than a limit of what it writes is kept.
final class RehearsalProcess {
  /// The most octets of its output that are kept: 64 MiB.
  private static let mostOutput = 64 << 20

  /// Why nothing more can be said to it.
  enum Fault: Error, Equatable {
    /// The system does not start it: why.
    case notStarted(String)
    /// It has been silent for so long.
    case silent(Duration)
    /// It writes without end.
    case tooMuch
    /// What it says is no frame: why.
    case notFrame(String)
    /// A signal asked apicall to end.
    case interrupted
  }

  private let child: ChildProcess
  private var parser = FrameParser()
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var closes = false
  private var count = 0
  /// What it wrote that no frame was taken of.
  private(set) var output: [UInt8] = []
  private let readsFrames: Bool
  /// The most octets that are written at once.
  var piece = Int.max

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - plugin: the plugin.
  ///   - arguments: its arguments.
  ///   - environment: all that is in its environment.
  ///   - readsFrames: whether what it writes is taken for frames.
  /// - Throws: ``Fault/notStarted(_:)``.
  init(
    _ plugin: InstalledPlugin, _ arguments: [String], environment: PluginEnvironment,
    readsFrames: Bool
  ) throws(Fault) {
    self.readsFrames = readsFrames
    do {
      child = try ChildProcess(plugin.program, arguments, environment: environment)
    } catch {
      throw .notStarted(SystemError.words(for: error.code))
    }
  }

  /// The last lines that it wrote on standard error.
  var words: [String] { child.log.words }

  /// Says something, as soon as the program reads it.
  func say(_ octets: [UInt8]) { outgoing += octets }

  /// Ends its input, once all that was said is read.
  func closeInput() { closes = true }

  /// Waits for the next frame.
  ///
  /// - Parameter time: how long.
  /// - Returns: the frame; nil where its output has ended.
  /// - Throws: a ``Fault``.
  func next(within time: Duration) throws(Fault) -> Frame? {
    let limit = SuspendingClock.now + time
    while true {
      do throws(FrameProblem) {
        if let frame = try parser.next() { return frame }
        if child.output < 0 { try parser.finish() }
      } catch {
        throw .notFrame(error.reason)
      }
      if child.output < 0 { return nil }
      try go(until: limit, time)
    }
  }

  /// Waits until it has ended, its output with it.
  ///
  /// - Parameter time: how long.
  /// - Returns: how it ended.
  /// - Throws: a ``Fault``.
  func end(within time: Duration) throws(Fault) -> ChildProcess.Ending {
    let limit = SuspendingClock.now + time
    while true {
      if let ending = child.reap() {
        // What it started and left behind may hold the pipe open for ever.
        let isSilent = try !read()
        if child.output < 0 || isSilent { return ending }
      }
      try go(until: limit, time)
    }
  }

  /// Waits for something to go on, and goes on with it.
  private func go(until limit: SuspendingClock.Instant, _ time: Duration) throws(Fault) {
    write()
    if try read() { return }
    let left = limit - SuspendingClock.now
    guard left > .zero else { throw .silent(time) }
    let descriptors = child.interests(hasInput: sent < outgoing.count)
    // Without a descriptor that tells of its end, that is looked for from time to time.
    guard DescriptorWaiter.block(on: descriptors, for: min(left, .milliseconds(50))) else {
      throw .interrupted
    }
    child.reap()
  }

  private func write() {
    while sent < outgoing.count {
      let progress = outgoing.withUnsafeBytes {
        child.write(UnsafeRawBufferPointer(rebasing: $0[sent...].prefix(piece)))
      }
      switch progress {
      case .octets(let count): sent += count
      case .notNow: return
      // Who has read enough closes its input.
      case .ended: sent = outgoing.count
      }
    }
    if closes { child.closeInput() }
  }

  /// Reads what there is.
  ///
  /// - Returns: whether there was anything on standard output.
  private func read() throws(Fault) -> Bool {
    child.readErrors()
    var hasRead = false
    withUnsafeTemporaryAllocation(byteCount: PluginLimits.piece, alignment: 16) { buffer in
      guard case .octets(let count) = child.readOutput(into: buffer) else { return }
      hasRead = true
      self.count += count
      let octets = UnsafeRawBufferPointer(rebasing: buffer[..<count])
      if readsFrames {
        parser.push(octets.bindMemory(to: UInt8.self).span)
      } else {
        output.append(contentsOf: octets)
      }
    }
    guard count <= Self.mostOutput else { throw .tooMuch }
    return hasRead
  }
}

extension RehearsalProcess.Fault {
  /// What happened, with the plugin for its subject: `was silent for 5s`.
  var reason: String {
    switch self {
    case .notStarted(let words): "cannot be started: \(words)"
    case .silent(let time): "was silent for \(PluginLimits.written(time))"
    case .tooMuch: "writes without end"
    case .notFrame(let words): "says what is no frame: \(words)"
    case .interrupted: "was interrupted"
    }
  }
}
