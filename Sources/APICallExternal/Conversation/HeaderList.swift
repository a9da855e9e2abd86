import APICallHTTP
import APICallSafety
import APICallText
import JSONText

/// Header fields in the form of frames: a list of pairs of name and value.
enum HeaderList {
  static let most = 5000

  static func json(_ headers: [HeaderField]) -> BuiltJSON {
    .list(headers.map { .list([.text($0.name), .text($0.value.revealed)]) })
  }

  /// Returns names and values.
  ///
  /// Throws ``HeaderListProblem`` if they are not valid in a message (RFC 9110, section 5).
  static func read(
    _ json: JSONNode?
  ) throws(HeaderListProblem) -> [(name: String, value: String)] {
    guard let json, !json.isNull else { return [] }
    guard json.kind == .array, json.count <= most else {
      throw HeaderListProblem(reason: "header fields must be a list of at most \(most) pairs")
    }
    var fields: [(name: String, value: String)] = []
    for pair in json.elements {
      guard pair.kind == .array, pair.count == 2, let name = pair[0]?.string,
        let value = pair[1]?.string
      else { throw HeaderListProblem(reason: "a header field must be a pair of strings") }
      guard HeaderSyntax.isName(name) else {
        throw HeaderListProblem(
          reason:
            "'\(TerminalText.escapingLine(String(name.prefix(80))))' is not a header field name")
      }
      guard !value.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw HeaderListProblem(
          reason: "the value of the header field '\(name)' contains a control character")
      }
      fields.append((name, value))
    }
    return fields
  }
}

struct HeaderListProblem: Error {
  var reason: String
}
