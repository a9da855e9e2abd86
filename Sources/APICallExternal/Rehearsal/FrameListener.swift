import APICallPluginKit
import JSONText

/// Hears what a plugin says, frame by frame; what it logs is passed over where nobody waits for it.
final class FrameListener {
  private let process: RehearsalProcess
  private let patience: Duration
  /// A frame that was heard too early.
  private var kept: Frame?

  init(_ process: RehearsalProcess, _ patience: Duration) {
    self.process = process
    self.patience = patience
  }

  /// The next frame that is no line of a log; nil where there are no more.
  func next(orLog: Bool = false) throws(RehearsalProcess.Fault) -> Frame? {
    if let frame = kept {
      kept = nil
      return frame
    }
    while let frame = try process.next(within: patience) {
      if orLog || frame["log"] == nil { return frame }
    }
    return nil
  }

  /// Waits for a frame that is as it should be.
  ///
  /// - Parameters:
  ///   - pattern: what it has to be.
  ///   - payload: the octets that have to be behind it, or behind several frames of a body; nil for
  ///     any.
  /// - Returns: how it differs, in words; nil where it does not.
  /// - Throws: a fault of the process.
  func hear(_ pattern: FramePattern, _ payload: [UInt8]?) throws(RehearsalProcess.Fault) -> String?
  {
    guard let frame = try next(orLog: pattern.pattern["log"] != nil) else {
      return "it says nothing more"
    }
    if let difference = pattern.difference(from: frame) {
      return "\(difference), in \(FramePattern.excerpt(frame.head))"
    }
    guard let payload else { return nil }
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
}
