/// Judges the head of a request by its bytes.
enum RequestHead {
  /// The most bytes of a head.
  static let longest = 32 << 10
  /// The most fields of a head.
  static let mostFields = 100

  /// What is to be done with what has come.
  enum Verdict: Equatable {
    case good
    case unfinished
    /// It is answered with these bytes.
    case refused([UInt8])
  }

  /// Judges what has come of a request.
  static func judge(_ bytes: [UInt8]) -> Verdict {
    // The same line ends as the server's own parser: LF, with or without CR.
    var lines = 0
    var lengths = 0
    var line = bytes[...]
    while let end = line.firstIndex(of: UInt8(ascii: "\n")) {
      let text = line[..<end].last == UInt8(ascii: "\r") ? line[..<end].dropLast() : line[..<end]
      if text.isEmpty, lines > 0 { return lengths > 1 ? refusal(400, "Bad Request") : .good }
      if isLength(text) { lengths += 1 }
      lines += 1
      if lines > mostFields + 1 { return tooLarge }
      line = line[(end + 1)...]
    }
    return bytes.count > longest ? tooLarge : .unfinished
  }

  private static var tooLarge: Verdict { refusal(431, "Request Header Fields Too Large") }

  private static func isLength(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix { $0 != UInt8(ascii: ":") }
    return String(decoding: name, as: UTF8.self).lowercased()
      .split(separator: " ", omittingEmptySubsequences: true) == ["content-length"]
  }

  private static func refusal(_ status: Int, _ reason: String) -> Verdict {
    .refused(
      Array("HTTP/1.1 \(status) \(reason)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8))
  }
}
