import Glibc
public import JSONText
import Synchronization

/// The way of a plugin's answers to the host.
///
/// It can be used from any thread. A message is answered once: what comes for it after its end or
/// its failure is dropped, so that a cancelled task may come to its end as it likes. An answer that
/// is longer than a frame can be becomes the failure `too_large`. Where the host is gone, all is
/// dropped.
public final class PluginChannel: Sendable {
  /// The most octets of a body that one frame carries; small enough to come soon.
  private static let longestBody = 256 << 10

  private struct State {
    var open: [Int] = []
    var isBroken = false
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  /// A channel.
  ///
  /// - Parameter descriptor: what it writes to; it stays open.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Whether a message still waits for its answer, or for the end of it.
  public func isOpen(_ id: Int) -> Bool { state.withLock { $0.open.contains(id) } }

  /// Writes a part of an answer, after which more comes.
  ///
  /// - Parameters:
  ///   - id: the message that is answered.
  ///   - members: what the frame says besides.
  public func send(_ id: Int, _ members: [(key: String, value: BuiltJSON)]) {
    state.withLock { write([("id", BuiltJSON(id))] + members, of: id, &$0) }
  }

  /// Writes an answer, or the end of one.
  ///
  /// - Parameters:
  ///   - id: the message that is answered.
  ///   - members: what the frame says besides.
  public func finish(_ id: Int, _ members: [(key: String, value: BuiltJSON)]) {
    state.withLock { state in
      write([("id", BuiltJSON(id))] + members, of: id, &state)
      state.open.removeAll { $0 == id }
    }
  }

  /// Writes octets of a body, in as many frames as it takes.
  ///
  /// - Parameters:
  ///   - id: the message that is answered.
  ///   - octets: the octets.
  public func body(_ id: Int, _ octets: Span<UInt8>) {
    var start = 0
    while start < octets.count {
      let end = min(start + Self.longestBody, octets.count)
      let piece = octets.extracting(start..<end)
      state.withLock {
        write([("id", BuiltJSON(id)), ("body", .boolean(true))], piece, of: id, &$0)
      }
      start = end
    }
  }

  /// Answers that it could not be done, be it after a part of the answer.
  ///
  /// - Parameters:
  ///   - id: the message that is answered.
  ///   - failure: why.
  public func fail(_ id: Int, _ failure: PluginFailure) {
    finish(id, [("error", failure.json)])
  }

  /// Tells something that is shown with `-v`.
  ///
  /// - Parameters:
  ///   - text: one line; no secrets.
  ///   - level: `debug`, `info` or `warning`.
  public func log(_ text: String, level: String = "info") {
    let entry = BuiltJSON.map([("level", .text(level)), ("text", .text(text))])
    state.withLock { write([("log", entry)], of: nil, &$0) }
  }

  /// Writes a frame that answers no message.
  func say(_ members: [(key: String, value: BuiltJSON)]) {
    state.withLock { write(members, of: nil, &$0) }
  }

  /// Notes that a message has come, which may be answered from now on.
  func open(_ id: Int) { state.withLock { $0.open.append(id) } }

  private func write(
    _ members: [(key: String, value: BuiltJSON)], _ payload: Span<UInt8> = Span(), of id: Int?,
    _ state: inout State
  ) {
    guard !state.isBroken else { return }
    if let id, !state.open.contains(id) { return }
    var frame: [UInt8] = []
    Frame.append(members, payload: payload, to: &frame)
    if frame.count - payload.count > Frame.longestHead {
      frame.removeAll()
      guard let id else { return }
      let failure = PluginFailure(.tooLarge, "the answer is longer than a frame can be")
      Frame.append([("id", BuiltJSON(id)), ("error", failure.json)], to: &frame)
      state.open.removeAll { $0 == id }
    }
    var rest = frame[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        state.isBroken = true
        return
      }
    }
  }
}

extension PluginFailure {
  /// The failure as a frame tells it.
  var json: BuiltJSON {
    var members: [(key: String, value: BuiltJSON)] = [
      ("code", .text(code.rawValue)), ("message", .text(message)),
    ]
    if isRetryable { members.append(("retryable", .boolean(true))) }
    return .map(members)
  }
}

/// Reads frames from a descriptor, one after another.
struct FrameReader {
  private static let pieceLength = 64 << 10

  private let descriptor: Int32
  private var parser = FrameParser()
  private var piece = [UInt8](repeating: 0, count: pieceLength)

  /// A reader.
  ///
  /// - Parameter descriptor: what it reads from; it stays open.
  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The next frame, waiting until it is there; nil at the end.
  ///
  /// - Throws: `FrameProblem` where what comes is no frame, or is cut off.
  mutating func next() throws(FrameProblem) -> Frame? {
    while true {
      if let frame = try parser.next() { return frame }
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // What cannot be read has ended.
      guard count > 0 else {
        try parser.finish()
        return nil
      }
      let octets = piece
      parser.push(octets.span.extracting(0..<count))
    }
  }
}
