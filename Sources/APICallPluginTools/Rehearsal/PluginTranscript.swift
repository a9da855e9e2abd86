package import APICallBase
import JSONText
package import YAMLTree

/// The frames to a plugin and the expected responses, in the format of apicall-plugin(5),
/// TRANSCRIPTS.
///
/// ```text
/// # A comment.
/// > {"id":1,"secret":{"op":"get","name":"github"}}
/// < {"id":1,"missing":true}
/// ```
package struct PluginTranscript: Sendable {
  /// The largest number of bytes of a file: 4 MiB.
  package static let longestFile = 4 << 20

  enum Step: Sendable {
    /// apicall sends a frame: a line of JSON without `bytes`, and bytes.
    case say(JSONNode, [UInt8], line: Int)
    /// The plugin must send a frame, with the given bytes if there are any.
    case hear(FramePattern, [UInt8]?, line: Int)
  }

  struct Filtering: Sendable {
    var variables: [(name: String, value: String)] = []
    var options: [(name: String, value: String)] = []
    var input: [UInt8] = []
    /// The expected output; nil for any.
    var output: [UInt8]?
    var outputLine: Int?
    var status: Int32 = 0
  }

  enum Content: Sendable {
    case frames([Step])
    case filter(Filtering)
  }

  let source: Source
  let content: Content

  /// Throws a ``Failure`` with exit status 65 and all invalid lines.
  package init(_ source: Source) throws(Failure) { try self.init(source, isRule: false) }

  /// Reads the transcript of a rule, which may contain additions.
  init(_ source: Source, isRule: Bool) throws(Failure) {
    var reader = TranscriptReader(source, isRule: isRule)
    content = reader.read()
    self.source = source
    guard reader.problems.isEmpty else { throw Failure(.badInput, reader.problems) }
  }

  var steps: [Step] {
    guard case .frames(let steps) = content else { return [] }
    return steps
  }

  func mark(_ line: Int) -> Mark { source.mark(ofLine: line) }
}

extension Source {
  func mark(ofLine number: Int) -> Mark {
    let length = line(number)?.unicodeScalars.count ?? 0
    return Mark(
      source: self, start: Mark.Position(line: number, column: 1),
      end: Mark.Position(line: number, column: length + 1))
  }
}

/// Reads a transcript line by line.
struct TranscriptReader {
  private let source: Source
  /// Whether it is the transcript of a rule, which may contain additions.
  private let isRule: Bool
  private(set) var problems: [Message] = []
  private var steps: [PluginTranscript.Step] = []
  private var filtering = PluginTranscript.Filtering()
  private var isFilter = false
  private var line = 0

  init(_ source: Source, isRule: Bool) {
    self.source = source
    self.isRule = isRule
  }

  mutating func read() -> PluginTranscript.Content {
    let text = String(decoding: source.bytes, as: UTF8.self)
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      self.line += 1
      guard problems.count < 100 else { break }
      read(line)
    }
    if isFilter, !steps.isEmpty {
      line = 1
      report("a transcript contains frames or a run of a filter, not both")
    }
    // A transcript without output and with status 0 expects empty output.
    if steps.isEmpty, filtering.status == 0, filtering.output == nil { filtering.output = [] }
    return steps.isEmpty ? .filter(filtering) : .frames(steps)
  }

  private mutating func read(_ line: Substring) {
    if line.isEmpty || line.hasPrefix("#") { return }
    if line.hasPrefix(">+ ") || line == ">+" { return readBytes(line.dropFirst(3), isInput: true) }
    if line.hasPrefix("<+ ") || line == "<+" {
      return readBytes(line.dropFirst(3), isInput: false)
    }
    let rest = line.dropFirst(2)
    switch (line.prefix(2), rest.prefix { $0 != " " }) {
    case ("> ", "env"): readAssignment(rest.dropFirst(4), isOption: false)
    case ("> ", "option"): readAssignment(rest.dropFirst(7), isOption: true)
    case ("< ", "exit"): readStatus(rest.dropFirst(5))
    case ("> ", _): if let value = object(rest) { steps.append(.say(value, [], line: self.line)) }
    case ("< ", _): hear(rest, .once)
    default:
      if isRule, let times = FramePattern.Times(rawValue: String(line.prefix(3))) {
        return hear(line.dropFirst(3), times)
      }
      report(
        "a line must begin with '#', '> ', '< ', '>+ ' or '<+ '",
        hint: "'> ' is sent by apicall, '< ' is expected from the plugin")
    }
  }

  private mutating func hear(_ text: Substring, _ times: FramePattern.Times) {
    guard let value = object(text) else { return }
    let pattern = FramePattern(members: value, times: times, hasWords: isRule)
    steps.append(.hear(pattern, nil, line: line))
  }

  private mutating func object(_ text: Substring) -> JSONNode? {
    do {
      let value = try JSONDocument(text: String(text), maxDepth: 64).root
      if value.kind == .object { return value }
      report("a frame must be a JSON object")
    } catch {
      report("a frame must be a JSON object: \(error.message)")
    }
    return nil
  }

  private mutating func readAssignment(_ text: Substring, isOption: Bool) {
    isFilter = true
    guard let equals = text.firstIndex(of: "="), equals != text.startIndex else {
      return report("'\(text)' is not of the form NAME=VALUE")
    }
    let pair = (String(text[..<equals]), String(text[text.index(after: equals)...]))
    if isOption { filtering.options.append(pair) } else { filtering.variables.append(pair) }
  }

  private mutating func readStatus(_ text: Substring) {
    isFilter = true
    guard let status = Int32(text), 0...255 ~= status else {
      return report("an exit status must be a whole number from 0 to 255, not '\(text)'")
    }
    filtering.status = status
  }

  private mutating func readBytes(_ text: Substring, isInput: Bool) {
    guard let bytes = unescaped(text) else { return }
    switch (steps.last, isInput) {
    case (.say(let value, let before, let line), true):
      steps[steps.count - 1] = .say(value, before + bytes, line: line)
    case (.hear(let value, let before, let line), false):
      steps[steps.count - 1] = .hear(value, (before ?? []) + bytes, line: line)
    case (nil, true):
      isFilter = true
      filtering.input += bytes
    case (nil, false):
      isFilter = true
      filtering.outputLine = filtering.outputLine ?? line
      filtering.output = (filtering.output ?? []) + bytes
    default:
      report(
        "these bytes do not belong to a frame",
        hint: "'>+ ' follows a '> ' line, '<+ ' follows a '< ' line")
    }
  }

  private mutating func unescaped(_ text: Substring) -> [UInt8]? {
    var bytes: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "\\") else {
        bytes.append(byte)
        continue
      }
      switch rest.popFirst() {
      case UInt8(ascii: "n"): bytes.append(0x0A)
      case UInt8(ascii: "r"): bytes.append(0x0D)
      case UInt8(ascii: "t"): bytes.append(0x09)
      case UInt8(ascii: "\\"): bytes.append(0x5C)
      case UInt8(ascii: "x"):
        let digits = String(decoding: rest.prefix(2), as: UTF8.self)
        guard digits.utf8.count == 2, let byte = UInt8(digits, radix: 16) else { fallthrough }
        bytes.append(byte)
        rest = rest.dropFirst(2)
      default:
        report(#"'\' must begin \n, \r, \t, \\ or \xNN"#)
        return nil
      }
    }
    return bytes
  }

  private mutating func report(_ message: String, hint: String? = nil) {
    problems.append(Message(message, at: source.mark(ofLine: line), hint: hint))
  }
}
