import Glibc
public import JSONText
import Synchronization

/// Sends a plugin's responses to the host.
///
/// It can be used from any thread. Each message gets one response. Whatever is sent for a message
/// after the end of its response or its failure is dropped, so that a cancelled task need not
/// check. A response that is too long for a frame becomes the failure `too_large`. If the host has
/// closed the connection, everything is dropped.
public final class PluginChannel: Sendable {
  /// The largest number of bytes of a body in one frame, small enough to arrive soon.
  private static let longestBody = 256 << 10

  private struct State {
    var open: [Int] = []
    var isBroken = false
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Whether the response to a message is not complete yet.
  public func isOpen(_ id: Int) -> Bool { state.withLock { $0.open.contains(id) } }

  /// Writes a part of a response that continues.
  ///
  /// - Parameters:
  ///   - id: the number of the message.
  ///   - members: the other members of the frame.
  public func send(_ id: Int, _ members: [(key: String, value: BuiltJSON)]) {
    state.withLock { write([("id", BuiltJSON(id))] + members, of: id, &$0) }
  }

  /// Writes a response, or the end of one.
  ///
  /// - Parameters:
  ///   - id: the number of the message.
  ///   - members: the other members of the frame.
  public func finish(_ id: Int, _ members: [(key: String, value: BuiltJSON)]) {
    state.withLock { state in
      write([("id", BuiltJSON(id))] + members, of: id, &state)
      state.open.removeAll { $0 == id }
    }
  }

  /// Writes bytes of a body, in as many frames as necessary.
  ///
  /// - Parameters:
  ///   - id: the number of the message.
  ///   - bytes: the bytes.
  public func body(_ id: Int, _ bytes: Span<UInt8>) {
    var start = 0
    while start < bytes.count {
      let end = min(start + Self.longestBody, bytes.count)
      let piece = bytes.extracting(start..<end)
      state.withLock {
        write([("id", BuiltJSON(id)), ("body", .boolean(true))], piece, of: id, &$0)
      }
      start = end
    }
  }

  /// Responds with a failure, even after a part of the response.
  ///
  /// - Parameters:
  ///   - id: the number of the message.
  ///   - failure: the failure.
  public func fail(_ id: Int, _ failure: PluginFailure) {
    finish(id, [("error", failure.json)])
  }

  /// Logs a line, which `-v` shows.
  ///
  /// - Parameters:
  ///   - text: one line, without secrets.
  ///   - level: `debug`, `info` or `warning`.
  public func log(_ text: String, level: String = "info") {
    let entry = BuiltJSON.map([("level", .text(level)), ("text", .text(text))])
    state.withLock { write([("log", entry)], of: nil, &$0) }
  }

  func say(_ members: [(key: String, value: BuiltJSON)]) {
    state.withLock { write(members, of: nil, &$0) }
  }

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
      let failure = PluginFailure(.tooLarge, "the response is longer than a frame can be")
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

  init(_ descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// Waits for the next frame; nil at the end of the input.
  ///
  /// Throws `FrameProblem` if the input is not a frame, or ends within one.
  mutating func next() throws(FrameProblem) -> Frame? {
    while true {
      if let frame = try parser.next() { return frame }
      let count = piece.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      // A read error counts as the end of the input.
      guard count > 0 else {
        try parser.finish()
        return nil
      }
      let bytes = piece
      parser.push(bytes.span.extracting(0..<count))
    }
  }
}
