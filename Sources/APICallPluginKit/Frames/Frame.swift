public import JSONText

/// A message between apicall and a plugin: a line of JSON, optionally followed by bytes.
///
/// ```text
/// {"id":1,"body":true,"bytes":5}⏎
/// hello
/// ```
///
/// The line is a JSON object (RFC 8259) in UTF-8 without line feeds. It has at most ``longestHead``
/// bytes, including its own line feed. The member `bytes` sets the number of bytes after the line.
public struct Frame: Sendable {
  /// The largest number of bytes of the line, with its line feed: 64 KiB.
  public static let longestHead = 64 << 10
  /// The largest number of bytes after the line: 1 MiB.
  public static let longestPayload = 1 << 20

  /// The JSON object.
  public let head: JSONNode
  /// The bytes after the line; empty if it announces none.
  public let payload: [UInt8]

  /// The value of a member of the object.
  public subscript(name: String) -> JSONNode? { head[name] }

  /// The number of the frame's exchange.
  public var id: Int? { head["id"].flatMap { Int($0.text) } }

  /// Writes a frame.
  ///
  /// - Parameters:
  ///   - members: the members of the object, in order, without `bytes`.
  ///   - payload: the bytes after the line, at most ``longestPayload``; `bytes` is written if there
  ///     are any.
  ///   - bytes: receives the frame.
  public static func append(
    _ members: [(key: String, value: BuiltJSON)], payload: Span<UInt8> = Span(),
    to bytes: inout [UInt8]
  ) {
    var members = members
    if payload.count > 0 { members.append(("bytes", BuiltJSON(payload.count))) }
    BuiltJSON.map(members).append(to: &bytes)
    bytes.append(UInt8(ascii: "\n"))
    payload.withUnsafeBufferPointer { bytes.append(contentsOf: $0) }
  }
}

/// The reason why bytes are not a frame.
public enum FrameProblem: Error, Sendable, Hashable {
  /// The line is not JSON.
  ///
  /// The values are its beginning and the error.
  case notJSON(line: String, reason: String)
  /// The line is JSON but not an object.
  ///
  /// The value is its beginning.
  case notAnObject(line: String)
  /// The line is longer than ``Frame/longestHead``.
  ///
  /// The value is its beginning.
  case tooLong(line: String)
  /// `bytes` is not from 1 to ``Frame/longestPayload``.
  ///
  /// The value is its text.
  case wrongLength(String)
  /// The bytes end within a frame.
  ///
  /// The values count the bytes after the line; `came` is nil if the line itself is incomplete.
  case truncated(came: Int?, announced: Int?)

  /// The reason, in lower case and without a full stop: `'x' is not JSON`.
  public var reason: String {
    switch self {
    case .notJSON(let line, let reason): "'\(line)' is not JSON: \(reason)"
    case .notAnObject(let line): "'\(line)' is not a JSON object"
    case .tooLong(let line):
      "a line that begins with '\(line)' is longer than \(Frame.longestHead) bytes"
    case .wrongLength(let text):
      "'bytes' must be a whole number from 1 to \(Frame.longestPayload), not \(text)"
    case .truncated(let came?, let announced?):
      "it ended after \(came) of the \(announced) bytes that 'bytes' announced"
    case .truncated: "it ended within a line"
    }
  }
}
