public import JSONText

/// One message between apicall and a plugin: a line of JSON, and octets behind it where it says so.
///
/// ```text
/// {"id":1,"body":true,"bytes":5}⏎
/// hello
/// ```
///
/// The line is a JSON object (RFC 8259) in UTF-8 without line feeds, of ``longestHead`` octets at
/// most, its own line feed included. With the member `bytes`, that many octets follow as they are.
public struct Frame: Sendable {
  /// The most octets of the line, with its line feed: 64 KiB.
  public static let longestHead = 64 << 10
  /// The most octets behind the line: 1 MiB.
  public static let longestPayload = 1 << 20

  /// The object.
  public let head: JSONValue
  /// The octets behind the line; empty where it announces none.
  public let payload: [UInt8]

  /// A member of the object; nil where there is none of that name.
  public subscript(name: String) -> JSONValue? { head[name] }

  /// The number of the exchange that it belongs to; nil where it names none.
  public var id: Int? { head["id"].flatMap { Int($0.text) } }

  /// Writes a frame.
  ///
  /// - Parameters:
  ///   - members: the members of the object, in order, without `bytes`.
  ///   - payload: the octets behind the line, ``longestPayload`` at most; `bytes` is written where
  ///     there are any.
  ///   - octets: what the frame is appended to.
  public static func append(
    _ members: [(key: String, value: BuiltJSON)], payload: Span<UInt8> = Span(),
    to octets: inout [UInt8]
  ) {
    var members = members
    if payload.count > 0 { members.append(("bytes", BuiltJSON(payload.count))) }
    BuiltJSON.map(members).append(to: &octets)
    octets.append(UInt8(ascii: "\n"))
    payload.withUnsafeBufferPointer { octets.append(contentsOf: $0) }
  }
}

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
