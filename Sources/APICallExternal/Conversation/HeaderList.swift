import APICallBase
import APICallHTTP
import JSONText

/// Header fields as frames have them: a list of pairs of name and value.
enum HeaderList {
  /// The most fields that are read.
  static let most = 5000

  /// Writes fields.
  static func json(_ headers: [HeaderField]) -> BuiltJSON {
    .list(headers.map { .list([.text($0.name), .text($0.value.revealed)]) })
  }

  /// Reads fields.
  ///
  /// - Parameter json: the list; nil where there is none.
  /// - Returns: names and values.
  /// - Throws: ``HeaderListProblem`` where they cannot be those of a message (RFC 9110, section 5).
  static func read(
    _ json: JSONValue?
  ) throws(HeaderListProblem) -> [(name: String, value: String)] {
    guard let json, !json.isNull else { return [] }
    guard json.kind == .array, json.count <= most else {
      throw HeaderListProblem(reason: "header fields are a list of \(most) pairs at most")
    }
    var fields: [(name: String, value: String)] = []
    for pair in json.elements {
      guard pair.kind == .array, pair.count == 2, let name = pair[0]?.string,
        let value = pair[1]?.string
      else { throw HeaderListProblem(reason: "a header field is a pair of texts") }
      guard HeaderSyntax.isName(name) else {
        throw HeaderListProblem(
          reason:
            "'\(TerminalText.escapingLine(String(name.prefix(80))))' is no name of a header field")
      }
      guard !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw HeaderListProblem(
          reason: "the value of the header field '\(name)' holds a control character")
      }
      fields.append((name, value))
    }
    return fields
  }
}

/// Why something is no list of header fields.
struct HeaderListProblem: Error {
  /// What is wrong, in lower case and without a full stop.
  var reason: String
}
