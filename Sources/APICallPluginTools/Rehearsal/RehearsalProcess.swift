import APICallBase
import APICallExternal
import APICallPluginKit
import APICallSystem

/// The program of a plugin under test.
///
/// Each wait for it has a time limit, and a limited amount of its output is kept.
final class RehearsalProcess {
  /// The largest number of bytes of its output that are kept: 64 MiB.
  private static let mostOutput = 64 << 20

  enum Fault: Error, Equatable {
    case notStarted(String)
    case silent(Duration)
    case tooMuch
    case notFrame(String)
    case interrupted
  }

  private let child: ChildProcess
  private var parser = FrameParser()
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var closes = false
  private var count = 0
  private(set) var output: [UInt8] = []
  private let readsFrames: Bool
  /// The largest number of bytes that are written at once.
  var piece = Int.max

  init(
    _ plugin: InstalledPlugin, _ arguments: [String], environment: PluginEnvironment,
    readsFrames: Bool
  ) throws(Fault) {
    self.readsFrames = readsFrames
    child = try rethrowing(ChildProcess(plugin.program, arguments, environment: environment)) {
      (error: SpawnError) in Fault.notStarted(SystemError.words(for: error.code))
    }
  }

  var words: [String] { child.log.words }

  func say(_ bytes: [UInt8]) { outgoing += bytes }

  /// Closes its input after everything that was sent has been read.
  func closeInput() { closes = true }

  /// Returns the frame; nil if its output has ended.
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

  /// Returns how it ended.
  func end(within time: Duration) throws(Fault) -> ChildProcess.Ending {
    let limit = SuspendingClock.now + time
    while true {
      if let ending = child.reap() {
        // A process that it started and left running may hold the pipe open for ever.
        let isSilent = try !read()
        if child.output < 0 || isSilent { return ending }
      }
      try go(until: limit, time)
    }
  }

  private func go(until limit: SuspendingClock.Instant, _ time: Duration) throws(Fault) {
    write()
    if try read() { return }
    let left = limit - SuspendingClock.now
    guard left > .zero else { throw .silent(time) }
    let descriptors = child.interests(hasInput: sent < outgoing.count)
    // Without a descriptor that reports the program's end, the end is polled.
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
      case .bytes(let count): sent += count
      case .notNow: return
      // A program that has read enough closes its input.
      case .ended: sent = outgoing.count
      }
    }
    if closes { child.closeInput() }
  }

  /// Returns whether there was any on standard output.
  private func read() throws(Fault) -> Bool {
    child.readErrors()
    let hasRead = child.readPiece { bytes in
      count += bytes.count
      if readsFrames {
        parser.push(bytes)
      } else {
        bytes.withUnsafeBufferPointer { output.append(contentsOf: $0) }
      }
    }
    guard count <= Self.mostOutput else { throw .tooMuch }
    return hasRead
  }
}

extension RehearsalProcess.Fault {
  /// The fault in words that follow the plugin's name: `was silent for 5s`.
  var reason: String {
    switch self {
    case .notStarted(let words): "cannot be started: \(words)"
    case .silent(let time): "was silent for \(PluginLimits.written(time))"
    case .tooMuch: "writes without end"
    case .notFrame(let words): "sends an invalid frame: \(words)"
    case .interrupted: "was interrupted"
    }
  }
}
