import APICallBase
import HTTPTypes
import JSONText
import YAMLTree

/// Diagnostics about a body, with the line in question and a caret.
extension Diagnostic {
  init(
    _ error: DecodingError, in root: JSONNode, of response: Response,
    using decoding: JSONDecoding
  ) {
    var hint: String?
    let context: DecodingError.Context
    switch error {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found):
      context = found
    case .keyNotFound(let key, let found):
      context = found
      let value = root.value(at: found.codingPath, decoding.keys.conversion)
      hint = Nearest.word(to: key.stringValue, among: value.members.prefix(100).map(\.key))
        .map { "the object has '\($0)'" }
    @unknown default:
      self.init("the body cannot be decoded")
      return
    }
    let value = root.value(at: context.codingPath, decoding.keys.conversion)
    let path = JSONPath.shortPaths(of: [value], in: value.document.root, from: "$").first ?? "$"
    let message = "cannot decode \(path): \(context.debugDescription)"
    guard root.document.bytes == response.body else {
      // A place in JSON that a decoder has made would not be one in the body.
      self.init(
        Message(message, hint: hint)
          .masked(by: response.redactor(knowing: value.document.root)))
      return
    }
    self.init(
      message, hint: hint, at: value.range, of: response, knowing: value.document.root)
  }

  init(_ error: JSONSyntaxError, of response: Response) {
    let type = response.headerFields[.contentType].map {
      "the response has the Content-Type '\($0)'"
    }
    self.init(
      "the body is not JSON: \(error.message)", hint: type, at: error.offset..<error.offset + 1,
      of: response, knowing: nil)
  }

  /// Describes an error of a program's own type, of which a description may show a value of the body.
  init(unknown error: any Error) {
    self.init("decoding threw an error of the type '\(Swift.type(of: error))'")
  }

  /// The longest line to quote, in bytes: a quote is masked as a whole before it is cut.
  private static var longestLine: Int { 1 << 20 }

  private init(
    _ message: String, hint: String?, at range: Range<Int>, of response: Response,
    knowing root: JSONNode?
  ) {
    let body = response.body
    let place = min(range.lowerBound, body.count)
    let lineBreak = UInt8(ascii: "\n")
    let first = body[..<place].lastIndex(of: lineBreak).map { $0 + 1 } ?? 0
    let last = body[place...].firstIndex(of: lineBreak) ?? body.count
    let source = Source(name: "body", bytes: body)
    let start = source.position(ofByte: place)
    // A value of several lines is marked from its first character to the end of the line.
    let width = body[place..<min(place + range.count, last)].count { $0 & 0xc0 != 0x80 }
    let end = Mark.Position(line: start.line, column: start.column + width)
    let isShown = last - first <= Self.longestLine && (root != nil || !response.hasSecretOutputs)
    let quoted = isShown ? source : Source(name: "body", bytes: [])
    let diagnostic = Message(
      message, at: Mark(source: quoted, start: start, end: end), hint: hint)
    self.init(diagnostic.masked(by: response.redactor(knowing: root)), isInFile: false)
  }
}

extension JSONNode {
  /// Finds the value that keys of types lead to, or the last one on the way to it.
  fileprivate func value(
    at path: [any CodingKey], _ convert: ((String) -> String)?
  ) -> JSONNode {
    var value = self
    for key in path {
      let converted = convert.flatMap { convert in
        value.members.reversed().first { convert($0.key) == key.stringValue }?.value
      }
      guard
        let inner = value.kind == .array
          ? key.intValue.flatMap({ value[$0] }) : converted ?? value[key.stringValue]
      else { break }
      value = inner
    }
    return value
  }
}
