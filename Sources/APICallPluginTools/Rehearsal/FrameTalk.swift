import APICallExternal
import APICallPluginKit
import JSONText

/// Says frames to a plugin, and hears what it answers, step by step; what it logs is passed over where
/// nobody waits for it.
final class FrameTalk {
  private let process: RehearsalProcess
  private let patience: Duration
  /// A frame that was heard too early.
  private var kept: Frame?
  /// The frames that were as they should be.
  private(set) var heard: [Frame] = []
  /// The line of the step that was made last.
  private(set) var line = 1

  init(_ process: RehearsalProcess, _ patience: Duration) {
    self.process = process
    self.patience = patience
  }

  /// Makes the steps of a transcript.
  ///
  /// - Parameter steps: the steps.
  /// - Returns: what the plugin does instead, in words; nil where all is as it should be.
  /// - Throws: a fault of the process.
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

  /// Ends the plugin's input, and waits for its end.
  ///
  /// - Parameter time: how long, once it says nothing more.
  /// - Returns: what it does instead, in words; nil where it ends well.
  /// - Throws: a fault of the process.
  func end(within time: Duration) throws(RehearsalProcess.Fault) -> String? {
    process.closeInput()
    if let frame = try next() {
      return "goes on behind the last line: \(FramePattern.excerpt(frame.head))"
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

  /// Waits for what a pattern asks for.
  ///
  /// - Parameters:
  ///   - pattern: what the frame has to be.
  ///   - payload: the octets that have to be behind it, or behind several frames of a body; nil for
  ///     any.
  /// - Returns: how it differs, in words; whether nothing more has to come.
  /// - Throws: a fault of the process.
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
        return (try difference(payload, behind: frame, pattern), false)
      case .last: return (nil, true)
      case .any: continue
      }
    }
    return (pattern.times == .once ? "it says nothing more" : nil, false)
  }

  private func difference(
    _ payload: [UInt8], behind frame: Frame, _ pattern: FramePattern
  ) throws(RehearsalProcess.Fault) -> String? {
    var octets = frame.payload
    if pattern.isBody {
      // However a body is cut.
      while let more = try next() {
        guard more["body"]?.boolean == true, more.id == frame.id else {
          kept = more
          break
        }
        octets += more.payload
      }
    }
    guard octets != payload else { return nil }
    return "the octets are '\(OctetText.escaped(octets[...]))', not "
      + "'\(OctetText.escaped(payload[...]))'"
  }

  /// A frame with the length of its octets, on one line.
  private static func frame(_ head: JSONValue, _ payload: [UInt8]) -> [UInt8] {
    var octets: [UInt8] = []
    let members = head.members.filter { $0.key != "bytes" }
      .map { (key: $0.key, value: BuiltJSON.json(Array($0.value.octets))) }
    Frame.append(members, payload: payload.span, to: &octets)
    return octets
  }
}
