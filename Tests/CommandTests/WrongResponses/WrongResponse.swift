import Foundation

/// A response in which something is wrong, as it is sent.
struct WrongResponse: Sendable {
  /// The row of the table.
  var row: String
  /// What is wrong, in words.
  var name: String
  /// The bytes of the response, after which the connection closes.
  var bytes: [UInt8]
  /// The position of its result in a cell with several; nil if the reader decides.
  var choice: Int?
  /// The value of `decode` that makes the body of this kind; nil for its media type.
  var decode: String?
  /// The columns and the readers that it is not meant for.
  var exceptions: [String] = []

  private static let items = #"{"items": [{"id": 1}]}"#
  private static let page = "<!doctype html><title>Log in</title>"

  /// A response with the items that all files ask for.
  static func right(_ body: String = items, _ fields: String...) -> [UInt8] {
    reply(fields: fields, Array(body.utf8))
  }

  static let all =
    ofLength + ofCoding
    + [
      of("of another kind", "a page of HTML", page, "text/html", choice: 0),
      of("of another kind", "a page of HTML as JSON", page, choice: 1),
      of(
        "of another kind", "a problem report", #"{"title": "no quota"}"#,
        "application/problem+json", choice: 0),
      of("empty: a document", "JSON", ""),
      // Only JSON is checked where a body is printed, and white space is not JSON.
      of("empty: a document", "white space", " \n", exceptions: ["printed"]),
      of("empty: a document", "a form", "", "application/x-www-form-urlencoded"),
      of("empty: a stream", "NDJSON", "", "application/x-ndjson"),
      of("empty: a stream", "events", "", "text/event-stream"),
      of(
        "empty: a stream", "lines", "", "text/plain", decode: "lines",
        exceptions: ["pages", "poll"]),
      // The other files use names, which an empty table does not have.
      of(
        "empty: a stream", "CSV", "", "text/csv",
        exceptions: ["select, rows", "outputs", "expect", "pages", "poll"]),
      WrongResponse(
        row: "empty: no content", name: "204", bytes: reply("204 No Content", type: nil, [])),
      WrongResponse(
        row: "empty: no content", name: "205", bytes: reply("205 Reset Content", type: nil, [])),
      of(
        "empty: no content", "zero bytes of no type", "", nil,
        exceptions: ["pages", "--format csv"]),
      of("no value at a path", "a map", #"{"error": "quota"}"#),
      of("no value at a path", "a list", "[]"),
      of("null at the path", "a map", #"{"items": null}"#),
      of(
        "null at the path", "null alone", "null",
        exceptions: ["--format csv", "select, rows", "outputs", "expect", "pages", "poll"]),
    ]

  /// Responses that end before they are complete, although the values in them are.
  private static let ofLength = [
    WrongResponse(
      row: "cut, or a broken coding", name: "fewer bytes than Content-Length",
      bytes: reply(length: items.utf8.count + 1, Array(items.utf8)), choice: 0),
    WrongResponse(
      row: "cut, or a broken coding", name: "no last chunk",
      bytes: reply(
        length: nil, fields: ["Transfer-Encoding: chunked"],
        Array("\(String(items.utf8.count, radix: 16))\r\n\(items)\r\n".utf8)), choice: 0),
  ]

  /// The items in gzip.
  private static let gzip = [UInt8](
    Data(base64Encoded: "H4sIAAAAAAACA6tWyixJzS1WslKIrlbKTAHShrWxtQArXAD+FgAAAA==") ?? Data())

  private static let ofCoding = [
    ("gzip without its end", Array(gzip.dropLast(4)), 0),
    ("gzip with another checksum", changed(gzip, at: gzip.count - 8), 1),
    ("gzip and something else", gzip + Array("junk".utf8), 1),
  ].map { name, bytes, choice in
    WrongResponse(
      row: "cut, or a broken coding", name: name,
      bytes: reply(fields: ["Content-Encoding: gzip"], bytes), choice: choice)
  }

  private static func changed(_ bytes: [UInt8], at index: Int) -> [UInt8] {
    var bytes = bytes
    bytes[index] ^= 1
    return bytes
  }

  private static func of(
    _ row: String, _ name: String, _ body: String, _ type: String? = "application/json",
    choice: Int? = nil, decode: String? = nil, exceptions: [String] = []
  ) -> WrongResponse {
    WrongResponse(
      row: row, name: name, bytes: reply(type: type, Array(body.utf8)), choice: choice,
      decode: decode, exceptions: exceptions)
  }

  private static func reply(
    _ status: String = "200 OK", type: String? = "application/json", fields: [String] = [],
    _ body: [UInt8]
  ) -> [UInt8] {
    reply(status, type: type, length: body.count, fields: fields, body)
  }

  private static func reply(
    _ status: String = "200 OK", type: String? = "application/json", length: Int?,
    fields: [String] = [], _ body: [UInt8]
  ) -> [UInt8] {
    var lines = ["HTTP/1.1 \(status)", "Connection: close"] + fields
    if let type { lines.append("Content-Type: \(type)") }
    if let length, !status.hasPrefix("204") { lines.append("Content-Length: \(length)") }
    return Array((lines + ["", ""]).joined(separator: "\r\n").utf8) + body
  }
}
