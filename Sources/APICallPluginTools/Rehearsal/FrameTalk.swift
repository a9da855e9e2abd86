import APICallExternal
import APICallPluginKit
import JSONText

/// Exchanges frames with a plugin, step by step.
///
/// Log frames that no step expects are ignored.
final class FrameTalk {
  private let process: RehearsalProcess
  private let patience: Duration
  private var kept: Frame?
  private(set) var heard: [Frame] = []
  private(set) var line = 1

  init(_ process: RehearsalProcess, _ patience: Duration) {
    self.process = process
    self.patience = patience
  }

  /// Returns the first difference in words; nil without one.
  func play(_ steps: [PluginTranscript.Step]) throws(RehearsalProcess.Fault) -> String? {
    for step in steps {
      switch step {
      case .say(let head, let payload, let line):
        self.line = line
        process.say(Self.frame(head, payload))
      case .hear(let pattern, let payload, let line):
        self.line = line
        let (reason, isLast) = try hear(pattern, payload)
        if reason != nil || isLast { return reason }
      }
    }
    return nil
  }

  /// Returns the problem in words; nil if it exits as expected.
  func end(within time: Duration) throws(RehearsalProcess.Fault) -> String? {
    process.closeInput()
    if let frame = try next() {
      return "continues after the last line: \(FramePattern.excerpt(frame.head))"
    }
    let ending = try process.end(within: time)
    return ending == .status(0) ? nil : ending.reason
  }

  private func next(orLog: Bool = false) throws(RehearsalProcess.Fault) -> Frame? {
    if let frame = kept {
      kept = nil
      return frame
    }
    while let frame = try process.next(within: patience) {
      if orLog || frame["log"] == nil { return frame }
    }
    return nil
  }

  /// Returns the difference in words; whether no other frame must follow.
  private func hear(
    _ pattern: FramePattern, _ payload: [UInt8]?
  ) throws(RehearsalProcess.Fault) -> (reason: String?, isLast: Bool) {
    while let frame = try next(orLog: pattern.members["log"] != nil) {
      guard pattern.isMeant(frame) else {
        kept = frame
        return (nil, false)
      }
      if let difference = pattern.difference(from: frame) {
        return ("\(difference), in \(FramePattern.excerpt(frame.head))", false)
      }
      heard.append(frame)
      switch pattern.times {
      case .once:
        guard let payload else { return (nil, false) }
        return (try difference(payload, after: frame, pattern), false)
      case .last: return (nil, true)
      case .any: continue
      }
    }
    return (pattern.times == .once ? "it sends nothing more" : nil, false)
  }

  private func difference(
    _ payload: [UInt8], after frame: Frame, _ pattern: FramePattern
  ) throws(RehearsalProcess.Fault) -> String? {
    var bytes = frame.payload
    if pattern.isBody {
      // A body may be split in any way.
      while let more = try next() {
        guard more["body"]?.boolean == true, more.id == frame.id else {
          kept = more
          break
        }
        bytes += more.payload
      }
    }
    guard bytes != payload else { return nil }
    return "the bytes are '\(ByteText.escaped(bytes[...]))', not "
      + "'\(ByteText.escaped(payload[...]))'"
  }

  private static func frame(_ head: JSONNode, _ payload: [UInt8]) -> [UInt8] {
    var bytes: [UInt8] = []
    let members = head.members.filter { $0.key != "bytes" }
      .map { (key: $0.key, value: BuiltJSON.json(Array($0.value.bytes))) }
    Frame.append(members, payload: payload.span, to: &bytes)
    return bytes
  }
}
