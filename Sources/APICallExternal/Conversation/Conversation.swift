import APICallBase
import APICallPluginKit
import APICallSystem
import Glibc
import JSONText

/// A conversation in frames with the program of a plugin: what is said waits in a buffer until the
/// program reads it, and what it says until it is asked for.
///
/// One exchange goes on at a time.
final class Conversation {
  /// The octets that may wait to be read by the program before more are put behind them.
  private static let room = 128 << 10

  let plugin: InstalledPlugin
  private let child: ChildProcess
  private let waiter: DescriptorWaiter
  private var parser = FrameParser()
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var lastID = 0
  /// What makes it useless, once something does.
  private var end: ConversationEnd?

  /// Starts the program; nothing is said yet.
  ///
  /// - Parameters:
  ///   - plugin: the plugin.
  ///   - surroundings: what it is run in.
  /// - Throws: ``ConversationEnd`` where it cannot be started.
  init(with plugin: InstalledPlugin, in surroundings: PluginSurroundings) throws(ConversationEnd) {
    self.plugin = plugin
    waiter = surroundings.waiter
    let environment = PluginEnvironment(of: plugin.manifest, from: surroundings.variable)
    do {
      child = try ChildProcess(
        plugin.program, ["--apicall-plugin"], environment: environment,
        reporting: surroundings.report(of: plugin.name))
    } catch {
      throw .failed(PluginFailure(plugin.name, error, program: plugin.program))
    }
  }

  deinit { close() }

  /// Whether another exchange may follow.
  var isUsable: Bool { end == nil && child.reap() == nil }

  /// Whether what was said has gone far enough for more to be put behind it.
  var hasRoom: Bool { outgoing.count - sent < Self.room }

  /// The number of a new exchange.
  func newID() -> Int {
    lastID += 1
    return lastID
  }

  /// Says something, as soon as the program reads it.
  ///
  /// - Parameters:
  ///   - members: the members of the frame.
  ///   - payload: the octets behind its line.
  /// - Throws: ``ConversationEnd`` where the line of the frame is longer than a plugin has to read.
  func say(
    _ members: [(key: String, value: BuiltJSON)], _ payload: Span<UInt8> = Span()
  ) throws(ConversationEnd) {
    if sent == outgoing.count || sent >= Self.room {
      outgoing.removeFirst(sent)
      sent = 0
    }
    let start = outgoing.count
    Frame.append(members, payload: payload, to: &outgoing)
    guard outgoing.count - start - payload.count <= Frame.longestHead else {
      outgoing.removeSubrange(start...)
      throw failure(
        "what it has to be told is longer than the \(Frame.longestHead) octets of a frame's line")
    }
  }

  /// Waits for what the program says next, in an exchange.
  ///
  /// - Parameters:
  ///   - limit: how long; nil for as long as it takes.
  ///   - id: the number of the exchange; nil for what has none.
  /// - Returns: the frame.
  /// - Throws: ``ConversationEnd`` where none comes, or one that is not of the exchange.
  func next(within limit: Duration?, of id: Int?) async throws(ConversationEnd) -> Frame {
    while true {
      if let frame = try await nextOrRoom(within: limit, of: id, wantsRoom: false) { return frame }
    }
  }

  /// Waits for what the program says next, or for room to say more.
  ///
  /// - Parameters:
  ///   - limit: how long; nil for as long as it takes.
  ///   - id: the number of the exchange.
  ///   - wantsRoom: whether there is more to be said.
  /// - Returns: the frame; nil where more may be said.
  /// - Throws: ``ConversationEnd`` where none comes, or one that is not of the exchange.
  func nextOrRoom(
    within limit: Duration?, of id: Int?, wantsRoom: Bool = true
  ) async throws(ConversationEnd) -> Frame? {
    let start = SuspendingClock.now
    while true {
      if let frame = try move(id) { return frame }
      if wantsRoom, hasRoom { return nil }
      let left = limit.map { $0 - (SuspendingClock.now - start) } ?? .seconds(3600)
      guard left > .zero else { throw silent(for: limit ?? .zero, id) }
      do {
        try await waiter.wait(interests, slice(left))
      } catch {
        throw note(.cancelled)
      }
    }
  }

  /// The same, with the thread that asks.
  func nextBlocking(within limit: Duration, of id: Int?) throws(ConversationEnd) -> Frame {
    let start = SuspendingClock.now
    while true {
      if let frame = try move(id) { return frame }
      let left = limit - (SuspendingClock.now - start)
      guard left > .zero else { throw silent(for: limit, id) }
      guard DescriptorWaiter.block(on: interests, for: slice(left)) else {
        throw note(.cancelled)
      }
    }
  }

  private func silent(for limit: Duration, _ id: Int?) -> ConversationEnd {
    let work = id == nil ? "greet" : "answer"
    return note(failure("it did not \(work) within \(PluginLimits.written(limit))"))
  }

  /// Without a descriptor that tells of the program's end, that is looked for from time to time.
  private func slice(_ left: Duration) -> Duration {
    child.end < 0 ? min(left, .milliseconds(50)) : left
  }

  private var interests: [pollfd] { child.interests(hasInput: sent < outgoing.count) }

  // MARK: What goes without waiting

  /// Writes and reads as far as that goes.
  ///
  /// - Returns: the next frame of an exchange; nil where there is none yet.
  private func move(_ id: Int?) throws(ConversationEnd) -> Frame? {
    if let end { throw end }
    // Who never stops talking is never waited for.
    if Signals.received != nil || Task.isCancelled { throw note(.cancelled) }
    writeOutgoing()
    child.readErrors()
    if let frame = try nextFrame(of: id) { return frame }
    // A piece at a time: who logs without end is silent all the same.
    do {
      let hasRead = withUnsafeTemporaryAllocation(byteCount: PluginLimits.piece, alignment: 16) {
        buffer in
        guard case .octets(let count) = child.readOutput(into: buffer) else { return false }
        let octets = UnsafeRawBufferPointer(rebasing: buffer[..<count])
        parser.push(octets.bindMemory(to: UInt8.self).span)
        return true
      }
      if hasRead { return try nextFrame(of: id) }
    }
    if child.output < 0 { throw note(ended()) }
    return nil
  }

  private func writeOutgoing() {
    while sent < outgoing.count {
      let progress = outgoing.withUnsafeBytes {
        child.write(UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      guard case .octets(let count) = progress else { return }
      sent += count
    }
  }

  /// Takes out the next frame of an exchange; what the plugin logs is told on the way.
  private func nextFrame(of id: Int?) throws(ConversationEnd) -> Frame? {
    while true {
      let frame: Frame
      do {
        guard let next = try parser.next() else { return nil }
        frame = next
      } catch {
        let reason =
          lastID == 0 && id == nil
          ? "it wrote to standard output before its greeting: \(error.reason)"
          : "it broke the protocol: \(error.reason)"
        throw note(failure(reason))
      }
      if let line = frame["log"] {
        child.log.append(line["text"]?.string ?? "")
        continue
      }
      guard frame.id == id else {
        throw note(
          failure(
            "it broke the protocol: a frame of exchange \((frame["id"]?.text ?? "none").prefix(40)) came in"
              + " \(id.map { "exchange \($0)" } ?? "the greeting")"))
      }
      return frame
    }
  }

  // MARK: The end

  private func ended() -> ConversationEnd {
    let limit = SuspendingClock.now + PluginLimits.ending
    while child.reap() == nil, SuspendingClock.now < limit {
      guard
        DescriptorWaiter.block(
          on: [pollfd(fd: child.end, events: Int16(POLLIN), revents: 0)],
          for: child.end < 0 ? .milliseconds(20) : limit - SuspendingClock.now)
      else { return .cancelled }
    }
    child.readErrors()
    do {
      try parser.finish()
    } catch {
      return failure(
        "it broke the protocol: \(error.reason)"
          + (child.ending.map { ", and it \($0.reason)" } ?? ""))
    }
    guard let ending = child.ending else { return failure("it closed its output, and did not end") }
    if case .status(0) = ending {
      return failure("it ended in the middle of an exchange")
    }
    return .failed(PluginFailure(plugin.name, ending, child.log.words))
  }

  /// The failure of this plugin, with what it wrote on standard error.
  ///
  /// - Parameter reason: what happened.
  /// - Returns: the failure.
  func failure(_ reason: String) -> ConversationEnd {
    child.readErrors()
    return .failed(PluginFailure(plugin.name, reason, words: child.log.words))
  }

  /// Notes that nothing more can come of it, and ends the program at once.
  @discardableResult
  func note(_ end: ConversationEnd) -> ConversationEnd {
    if self.end == nil { self.end = end }
    child.kill()
    return end
  }

  /// Notes that nobody wants more of the exchange that is under way: the program is told, and ends.
  ///
  /// - Parameter id: the number of the exchange.
  func cancel(_ id: Int) {
    try? say([("cancel", BuiltJSON(id))])
    if end == nil { end = .cancelled }
  }

  /// Tells the program to end, waits for that, and ends what does not.
  private func close() {
    guard child.ending == nil else { return child.kill() }
    writeOutgoing()
    child.closeInput()
    for step in [child.terminate, child.kill] {
      let limit = SuspendingClock.now + PluginLimits.ending
      while child.reap() == nil, SuspendingClock.now < limit {
        child.readErrors()
        discardOutput()
        let time = min(limit - SuspendingClock.now, .milliseconds(child.end < 0 ? 20 : 2000))
        guard
          DescriptorWaiter.block(
            on: [
              pollfd(fd: child.end, events: Int16(POLLIN), revents: 0),
              pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
            ], for: time)
        else { return child.kill() }
      }
      guard child.ending == nil else { break }
      step()
    }
    child.log.endLine()
  }

  /// Lets go of what a program says when nobody listens any more.
  private func discardOutput() {
    withUnsafeTemporaryAllocation(byteCount: PluginLimits.piece, alignment: 16) { buffer in
      _ = child.readOutput(into: buffer)
    }
  }
}
