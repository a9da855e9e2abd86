import APICallHTTP
import APICallText

/// A URL as curl reads it.
struct CurlURL {
  var scheme: String
  /// The user and the password before `@`, decoded.
  var user: (name: String, password: String?)?
  var authority: String
  /// The path, which begins with a slash.
  var path: String
  /// The query without `?`.
  var query: String?

  init(
    _ text: String, usual: String, keepsDots: Bool, at range: Range<Int>
  ) throws(CommandProblem) {
    guard !text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) else {
      throw CommandProblem("the URL contains a control character", at: range)
    }
    var rest = text.utf8[...]
    scheme = usual
    if let mark = rest.firstRange(of: "://".utf8),
      rest[..<mark.lowerBound].allSatisfy({ $0.isASCIILetterOrDigit || "+-.".utf8.contains($0) })
    {
      scheme = String(decoding: rest[..<mark.lowerBound], as: UTF8.self).lowercased()
      rest = rest[mark.upperBound...]
    }
    guard scheme == "http" || scheme == "https" else {
      let isWord = scheme.utf8.count <= 16
      throw CommandProblem(
        "apicall makes only HTTP calls\(isWord ? ", not \(scheme)" : "")", at: range)
    }
    rest = rest.prefix { $0 != UInt8(ascii: "#") }
    let place = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    rest = rest[place.endIndex...]
    var host = place
    if let sign = place.lastIndex(of: UInt8(ascii: "@")) {
      host = place[place.index(after: sign)...]
      let parts = place[..<sign].split(
        separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false)
      user = (Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : nil)
    }
    authority = String(decoding: host, as: UTF8.self)
    guard !authority.isEmpty else { throw CommandProblem("the URL has no host", at: range) }
    let path = rest.prefix { $0 != UInt8(ascii: "?") }
    rest = rest[path.endIndex...]
    query = rest.isEmpty ? nil : String(decoding: rest.dropFirst(), as: UTF8.self)
    let segments = String(decoding: path, as: UTF8.self)
    self.path = path.isEmpty ? "/" : keepsDots ? segments : Self.withoutDots(segments)
  }

  private static func decoded(_ bytes: Substring.UTF8View) -> String {
    String(decoding: PercentEncoding.decode(Array(bytes), plusIsSpace: false), as: UTF8.self)
  }

  /// The path without dot segments (RFC 3986, section 5.2.4).
  private static func withoutDots(_ path: String) -> String {
    let segments = path.split(atByte: "/", omittingEmpty: false).dropFirst()
    guard segments.contains(where: { $0 == "." || $0 == ".." }) else { return path }
    var kept: [String] = []
    for segment in segments {
      switch segment {
      case ".": continue
      case "..": _ = kept.popLast()
      default: kept.append(segment)
      }
    }
    if let last = segments.last, last == "." || last == ".." { kept.append("") }
    return "/" + kept.joined(separator: "/")
  }

  /// The characters that a URL of a file cannot contain, as escapes.
  static func escaped(_ text: some StringProtocol) -> String {
    var escaped: [UInt8] = []
    for scalar in text.unicodeScalars {
      let isBad =
        !ShellGaps.isMark(scalar)
        && (!scalar.isASCII || " \"<>\\^`".unicodeScalars.contains(scalar))
      escaped +=
        isBad
        ? PercentEncoding.encode(Array(String(scalar).utf8), for: .value)
        : Array(String(scalar).utf8)
    }
    return String(decoding: escaped, as: UTF8.self)
  }
}
