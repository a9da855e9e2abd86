import APICallBase
import APICallPluginKit
import APICallSystem
import Glibc
import JSONText

/// A conversation in frames with the program of a plugin.
///
/// Frames to the program are buffered until it reads them, frames from it until they are requested.
///
/// There is one exchange at a time.
final class Conversation {
  /// The number of bytes that may wait for the program before the conversation accepts more.
  private static let room = 128 << 10

  let plugin: InstalledPlugin
  private let child: ChildProcess
  private let context: PluginContext
  private var parser = FrameParser()
  private var outgoing: [UInt8] = []
  private var sent = 0
  private var lastID = 0
  private var end: ConversationEnd?

  /// Starts the program of a plugin.
  ///
  /// Throws ``ConversationEnd`` if it cannot be started.
  init(with plugin: InstalledPlugin, in context: PluginContext) throws(ConversationEnd) {
    self.plugin = plugin
    self.context = context
    let environment = PluginEnvironment(of: plugin.manifest, from: context.variable)
    child = try rethrowing(
      ChildProcess(
        plugin.program, ["--apicall-plugin"], environment: environment,
        reporting: context.report(of: plugin.name))
    ) { ConversationEnd.failed(PluginProblem(plugin.name, $0, program: plugin.program)) }
  }

  deinit { close() }

  var isUsable: Bool { end == nil && child.reap() == nil }

  var hasRoom: Bool { outgoing.count - sent < Self.room }

  func newID() -> Int {
    lastID += 1
    return lastID
  }

  /// Sends a frame as soon as the program reads it.
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
        "the frame for it has a line of more than \(Frame.longestHead) bytes")
    }
  }

  /// Waits for the program's next frame in an exchange.
  func next(within limit: Duration?, of id: Int?) async throws(ConversationEnd) -> Frame {
    while true {
      if let frame = try await nextOrRoom(within: limit, of: id, wantsRoom: false) { return frame }
    }
  }

  /// Returns the frame; nil if more can be sent.
  ///
  /// Throws ``ConversationEnd`` if no frame arrives, or one of another exchange.
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
        try await context.wait(interests, slice(left))
      } catch {
        throw note(.cancelled)
      }
    }
  }

  /// Waits for the program's next frame on the calling thread.
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
    let work = id == nil ? "greet" : "respond"
    return note(failure("it did not \(work) within \(PluginLimits.written(limit))"))
  }

  /// The longest time to wait at once.
  ///
  /// Without a descriptor that reports the program's end, the end is polled.
  private func slice(_ left: Duration) -> Duration {
    child.end < 0 ? min(left, .milliseconds(50)) : left
  }

  private var interests: [pollfd] { child.interests(hasInput: sent < outgoing.count) }

  // MARK: Without waiting

  /// Writes and reads as much as possible without waiting.
  ///
  /// Returns the next frame of the exchange; nil without one yet.
  private func move(_ id: Int?) throws(ConversationEnd) -> Frame? {
    if let end { throw end }
    // A plugin that never stops writing is never waited for.
    if Signals.received != nil || Task.isCancelled { throw note(.cancelled) }
    writeOutgoing()
    child.readErrors()
    if let frame = try nextFrame(of: id) { return frame }
    // One piece at a time: a plugin that logs without end still counts as silent.
    if child.readPiece({ parser.push($0) }) { return try nextFrame(of: id) }
    if child.output < 0 { throw note(ended()) }
    return nil
  }

  private func writeOutgoing() {
    while sent < outgoing.count {
      let progress = outgoing.withUnsafeBytes {
        child.write(UnsafeRawBufferPointer(rebasing: $0[sent...]))
      }
      guard case .bytes(let count) = progress else { return }
      sent += count
    }
  }

  /// Removes the next frame of an exchange from the buffer, and reports the plugin's log on the
  /// way.
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
            "it broke the protocol: a frame of exchange \((frame["id"]?.text ?? "none").prefix(40))"
              + " arrived during \(id.map { "exchange \($0)" } ?? "the greeting")"))
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
    guard let ending = child.ending else { return failure("it closed its output but did not exit") }
    if case .status(0) = ending {
      return failure("it exited during an exchange")
    }
    return .failed(PluginProblem(plugin.name, ending, child.log.words))
  }

  /// Makes the failure of this plugin, with its last lines of standard error.
  func failure(_ reason: String) -> ConversationEnd {
    child.readErrors()
    return .failed(PluginProblem(plugin.name, reason, words: child.log.words))
  }

  @discardableResult
  func note(_ end: ConversationEnd) -> ConversationEnd {
    if self.end == nil { self.end = end }
    child.kill()
    return end
  }

  /// Cancels the exchange in progress: sends the cancellation to the program and ends the
  /// conversation.
  func cancel(_ id: Int) {
    try? say([("cancel", BuiltJSON(id))])
    if end == nil { end = .cancelled }
  }

  /// Closes the program's input, waits for its end, and kills it if it does not exit.
  private func close() {
    guard child.ending == nil else { return child.kill() }
    writeOutgoing()
    child.closeInput()
    for step in [child.terminate, child.kill] {
      let limit = SuspendingClock.now + PluginLimits.ending
      while child.reap() == nil, SuspendingClock.now < limit {
        child.readErrors()
        // It is no longer needed.
        child.readPiece { _ in }
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
}
