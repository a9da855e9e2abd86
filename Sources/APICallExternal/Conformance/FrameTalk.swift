import APICallPluginKit
import JSONText

/// Says frames to a plugin, and hears what it answers.
final class FrameTalk {
  let process: RehearsalProcess
  private let listener: FrameListener
  private let patience: Duration

  /// Starts the plugin.
  init(_ rehearsal: Rehearsal) throws(RehearsalProcess.Fault) {
    process = try rehearsal.conversation()
    patience = rehearsal.patience
    listener = FrameListener(process, patience)
  }

  /// Says a frame.
  func say(
    _ members: [(key: String, value: BuiltJSON)], _ payload: [UInt8] = []
  ) throws(RehearsalProcess.Fault) {
    var octets: [UInt8] = []
    Frame.append(members, payload: payload.span, to: &octets)
    process.say(octets)
  }

  /// The next frame that is no line of a log; nil where there are no more.
  func hear() throws(RehearsalProcess.Fault) -> Frame? { try listener.next() }

  /// Waits for an error.
  ///
  /// - Parameters:
  ///   - code: its code.
  ///   - id: the number of what it answers.
  /// - Returns: what is wrong, in words; nil for nothing.
  /// - Throws: a fault of the process.
  func hearError(_ code: String, of id: Int) throws(RehearsalProcess.Fault) -> String? {
    guard let frame = try hear() else { return "it says nothing" }
    let isRight = frame.id == id && frame["error"]?["code"]?.string == code
    return isRight ? nil : "it answers \(FramePattern.excerpt(frame.head))"
  }
}
