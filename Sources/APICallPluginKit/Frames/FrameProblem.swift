/// Why octets are no frame.
public enum FrameProblem: Error, Sendable, Hashable {
  /// The line is not JSON: its beginning, and what is wrong with it.
  case notJSON(line: String, reason: String)
  /// The line is JSON, and no object: its beginning.
  case notAnObject(line: String)
  /// The line is longer than ``Frame/longestHead``: its beginning.
  case tooLong(line: String)
  /// `bytes` is not from 1 to ``Frame/longestPayload``: what it is.
  case wrongLength(String)
  /// The octets end within a frame: how many of how many have come behind the line, or nil where the
  /// line itself is cut.
  case truncated(came: Int?, announced: Int?)

  /// What is wrong, in lower case and without a full stop: `it is no JSON`.
  public var reason: String {
    switch self {
    case .notJSON(let line, let reason): "'\(line)' is no JSON: \(reason)"
    case .notAnObject(let line): "'\(line)' is no JSON object"
    case .tooLong(let line):
      "a line that begins with '\(line)' is longer than \(Frame.longestHead) octets"
    case .wrongLength(let text):
      "'bytes' is a whole number from 1 to \(Frame.longestPayload), not \(text)"
    case .truncated(let came?, let announced?):
      "it ended after \(came) of the \(announced) octets that 'bytes' announced"
    case .truncated: "it ended within a line"
    }
  }
}
