package import APICallHTTP

/// The parts of a multipart body as a server receives them (RFC 2046, section 5.1; RFC 7578).
package struct ReceivedParts: Sendable {
  /// One part.
  package struct Part: Sendable {
    /// Its name; a quote in it may arrive as `%22`, as browsers write it, or as `\"`.
    package var name: String?
    package var filename: String?
    /// Its media type; text/plain if it names none.
    package var type: MediaType?
    package var contentType: String?
    package var bytes: [UInt8]
    package var range = 0..<0
  }

  package private(set) var parts: [Part] = []

  /// Splits a body into its parts; nil if it has no parts, or no end.
  package init?(_ body: [UInt8], contentType: String) {
    guard let boundary = Self.parameter("boundary", of: contentType), !boundary.isEmpty else {
      return nil
    }
    // With a line break before the first byte, every delimiter begins with one.
    let delimiter = Array("\r\n--\(boundary)".utf8)
    let lineBreak = Array("\r\n".utf8)
    var rest = (lineBreak + body)[...]
    guard let first = rest.firstRange(of: delimiter) else { return nil }
    rest = rest[first.upperBound...]
    while !rest.starts(with: "--".utf8) {
      guard let line = rest.firstRange(of: Array("\r\n".utf8)),
        let next = rest[line.lowerBound...].firstRange(of: delimiter),
        var part = Self.part(rest[line.upperBound..<max(line.upperBound, next.lowerBound)])
      else { return nil }
      let end = max(line.upperBound, next.lowerBound) - lineBreak.count
      part.range = end - part.bytes.count..<end
      parts.append(part)
      rest = rest[next.upperBound...]
    }
  }

  private static func part(_ bytes: ArraySlice<UInt8>) -> Part? {
    let blank = Array("\r\n\r\n".utf8)
    let head: ArraySlice<UInt8>
    let content: ArraySlice<UInt8>
    if bytes.starts(with: "\r\n".utf8) {
      (head, content) = ([], bytes.dropFirst(2))
    } else {
      guard let end = bytes.firstRange(of: blank) else { return nil }
      (head, content) = (bytes[..<end.lowerBound], bytes[end.upperBound...])
    }
    var part = Part(type: MediaType("text/plain"), bytes: Array(content))
    for line in String(decoding: head, as: UTF8.self).split(separator: "\r\n") {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = String(line[line.index(after: colon)...].drop { $0 == " " || $0 == "\t" })
      switch line[..<colon].lowercased() {
      case "content-disposition":
        part.name = parameter("name", of: value)?.replacing("%22", with: "\"")
        part.filename = parameter("filename", of: value)?.replacing("%22", with: "\"")
      case "content-type": (part.type, part.contentType) = (MediaType(value), value)
      default: break
      }
    }
    return part
  }

  /// The value of a parameter such as `boundary=x` or `name="x"` (RFC 9110, section 5.6.6).
  static func parameter(_ name: String, of field: String) -> String? {
    var rest = field.drop { $0 != ";" }
    while rest.first == ";" {
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let found = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest.dropFirst(found.count)
      var value = ""
      if rest.first == "=" {
        rest = rest.dropFirst()
        if rest.first == "\"" {
          rest = rest.dropFirst()
          while let character = rest.popFirst(), character != "\"" {
            let isEscape = character == "\\" && rest.first == "\""
            value.append(isEscape ? rest.removeFirst() : character)
          }
        } else {
          value = String(rest.prefix { $0 != ";" && $0 != " " })
        }
        rest = rest.drop { $0 != ";" }
      }
      if found.lowercased() == name { return value }
    }
    return nil
  }
}
