import APICallSafety
import APICallText

/// The file of cookies that curl and others read and write: a line of seven fields for each.
package enum NetscapeCookies {
  private static let start = "# Netscape HTTP Cookie File\n"
  private static let httpOnly = "#HttpOnly_"
  private static let longestLine = 8192

  /// A line that is not a cookie; it is not quoted.
  package struct Problem: Error {
    package let line: Int
    package let reason: String
  }

  /// Reads a file.
  package static func cookies(_ bytes: [UInt8]) throws(Problem) -> [Cookie] {
    var cookies: [Cookie] = []
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let bytes = bytes.starts(with: mark) ? bytes.dropFirst(mark.count) : bytes[...]
    let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      let isHTTPOnly = line.starts(with: httpOnly.utf8)
      if line.isEmpty || line.first == UInt8(ascii: "#") && !isHTTPOnly { continue }
      let fields = (isHTTPOnly ? line.dropFirst(httpOnly.utf8.count) : line)
        .split(separator: 0x09, omittingEmptySubsequences: false).map(Array.init)
      guard line.count <= longestLine, line.allSatisfy({ $0 == 0x09 || $0 >= 0x20 && $0 != 0x7F })
      else { throw Problem(line: index + 1, reason: "is too long, or has a control character") }
      guard fields.count == 7 || fields.count == 6,
        let texts = try? fields.prefix(6).map(text), let time = Int(texts[4]),
        texts[2].hasPrefix("/")
      else { throw Problem(line: index + 1, reason: "is not that of a cookie") }
      let domain = texts[0].lowercased()
      cookies.append(
        Cookie(
          name: texts[5],
          value: ProtectedText(bytes: fields.count == 7 ? fields[6] : [], isSecret: true),
          domain: domain.hasPrefix(".") ? String(domain.dropFirst()) : domain,
          isHostOnly: texts[1].uppercased() != "TRUE", path: texts[2],
          isSecure: texts[3].uppercased() == "TRUE", isHTTPOnly: isHTTPOnly,
          expires: time == 0 ? nil : UTCTimestamp(seconds: time)))
    }
    return cookies
  }

  private struct NotText: Error {}

  private static func text(_ bytes: [UInt8]) throws(NotText) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else { throw NotText() }
    return text
  }

  /// Writes a file.
  package static func bytes(_ cookies: [Cookie]) -> [UInt8] {
    var bytes = Array(start.utf8)
    let tab = UInt8(ascii: "\t")
    for cookie in cookies {
      // One with a tab, which a server may set, has no form in such a file.
      let texts = [Array(cookie.name.utf8), Array(cookie.path.utf8), cookie.value.revealedBytes]
      if texts.contains(where: { $0.contains(tab) }) { continue }
      let fields = [
        (cookie.isHTTPOnly ? httpOnly : "") + (cookie.isHostOnly ? "" : ".") + cookie.domain,
        cookie.isHostOnly ? "FALSE" : "TRUE", cookie.path, cookie.isSecure ? "TRUE" : "FALSE",
        String(cookie.expires.map { max($0.seconds, 1) } ?? 0), cookie.name,
      ]
      bytes += Array(fields.joined(separator: "\t").utf8) + [tab]
      bytes += cookie.value.revealedBytes + [UInt8(ascii: "\n")]
    }
    return bytes
  }
}
