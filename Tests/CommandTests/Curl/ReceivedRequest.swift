/// A request as a server received it, in a form that can be compared.
struct ReceivedRequest: Equatable, CustomStringConvertible {
  /// The method, the target and the version.
  var line: String
  /// The header fields, sorted, their names in lower case.
  var fields: [String]
  /// The body.
  var body: [UInt8]

  /// Reads a request, without the fields that differ between any two clients, and with a fixed
  /// boundary of its parts.
  init(_ bytes: [UInt8]) {
    let headEnd = bytes.firstRange(of: Array("\r\n\r\n".utf8))
    let head = String(decoding: bytes[..<(headEnd?.lowerBound ?? 0)], as: UTF8.self)
    let lines = head.split(separator: "\r\n").map(String.init)
    // Versions of curl differ in the case of the digits (RFC 3986, section 6.2.2.1).
    line = (lines.first ?? "").replacing(/%[0-9a-f]{2}/.ignoresCase()) { $0.output.uppercased() }
    body = Array(bytes[(headEnd?.upperBound ?? 0)...])
    fields = lines.dropFirst().map { line in
      let colon = line.firstIndex(of: ":") ?? line.endIndex
      return line[..<colon].lowercased() + line[colon...]
    }
    if let field = fields.first(where: { $0.contains("; boundary=") }),
      let boundary = field.split(separator: "; boundary=").last
    {
      replaceBoundary(String(boundary))
    }
    let ignored = ["user-agent:", "accept:", "accept-encoding:", "expect:"]
    fields.removeAll { field in ignored.contains { field.hasPrefix($0) } }
    fields.sort()
  }

  private mutating func replaceBoundary(_ boundary: String) {
    let length = body.count
    fields = fields.map { field in
      // The length depends on that of the boundary: it is compared with the body here.
      if field == "content-length: \(length)" { return "content-length: that of the body" }
      return field.replacing(boundary, with: "BOUNDARY")
    }
    body.replace(Array(boundary.utf8), with: Array("BOUNDARY".utf8))
  }

  var description: String {
    "\(line)\n\(fields.joined(separator: "\n"))\n\n\(String(decoding: body, as: UTF8.self))"
  }
}
