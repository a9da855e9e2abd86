import SeededNumbers

/// Generates endpoints of all kinds, without secrets, to compare what is sent.
struct SpecMaker {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func pick(_ words: [String]) -> String { words[below(words.count)] }

  /// Returns an endpoint.
  ///
  /// - Parameters:
  ///   - authority: the host and port it goes to.
  ///   - hasValues: whether it contains placeholders, and the source of their values; a value may
  ///     not be allowed where it is used.
  /// - Returns: its text.
  mutating func spec(for authority: String, hasValues: Bool = false) -> String {
    placeholders = hasValues ? Self.placeholders : []
    var lines = ["host: http://\(authority)\(pick(["", "", "/v1", "/a%20b"]))"]
    if !placeholders.isEmpty, below(2) == 0 {
      lines.append("path: \(quoted("/\(pick(Self.paths))/\(pick(placeholders))"))")
    } else if below(4) > 0 {
      lines.append("path: \(quoted("/" + pick(Self.paths)))")
    }
    let body = below(8)
    let methods = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "REPORT", "M-SEARCH"]
    if below(3) > 0 { lines.append("method: \(pick(methods))") }
    if below(2) == 0 {
      lines += ["query:"] + items(Self.texts, names: ["q", "a b", "x[y]", "é", "'"])
    }
    if below(2) == 0 {
      let names = [
        "X-A", "x-b", "User-Agent", "Accept", "Accept-Encoding", "Cache-Control", "Host",
      ]
      lines += ["headers:"] + items(Self.fieldValues, names: names)
    }
    switch body {
    case 0: lines += ["form:"] + items(Self.texts, names: ["a", "b c", "x[0]", "@d", "="])
    case 1: lines += ["json: \(value(Self.texts))"]
    case 2: lines += ["json:"] + items(Self.texts, names: ["a", "b\"", "@", "c'd", "😀"])
    case 3: lines += ["text: \(quoted(pick(Self.texts)))", "type: text/csv"]
    case 4: lines += ["file: data.bin"]
    case 5:
      lines += [
        "multipart:", "  a: \(value(Self.texts))",
        "  \"b'\": {file: data.bin, type: image/png}",
        "  c: {json: {k: \(value(Self.texts))}}",
      ]
    case 6: lines += ["graphql: {query: \(quoted(pick(Self.texts) + "{ a }")), variables: {v: 1}}"]
    default: break
    }
    if hasValues {
      lines += [
        "inputs:", "  word: {default: \(quoted(pick(Self.texts)))}",
        "  count: {type: integer, default: \(below(100_000))}",
        "  rate: {type: number, default: \(pick(["1.10", "-0", "1E400", "0.5"]))}",
        "  tags: {type: array, default: [1, {a: null}, \(quoted(pick(Self.texts)))]}",
        "  none: {optional: true}", "let:", "  stamp: <now() | date(\"unix_ms\")>",
        "  id: <uuid()>", "  sum: <word | sha256 | hex>",
      ]
    }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Returns a value of the list or, if there are any, a placeholder, alone or with text around it.
  private mutating func value(_ values: [String]) -> String {
    guard !placeholders.isEmpty, below(2) == 0 else { return quoted(pick(values)) }
    let placeholder = pick(placeholders)
    return below(3) == 0 ? quoted("a \(placeholder) b") : quoted(placeholder)
  }

  private var placeholders: [String] = []
  private static let placeholders = [
    "<word>", "<count>", "<rate>", "<none>", "<stamp>", "<id>", "<sum>", "<word | base64>",
    "<uuid()>", "<random(1, 1000)>", "<word | urlencode>", "<tags[1].a>", "<tags | json>",
    "<none | default(\"x\")>", "<now() | date(\"http\")>", "<fake(\"email\")>",
  ]

  private mutating func items(_ values: [String], names: [String]) -> [String] {
    var names = names
    return (0..<1 + below(3)).map { _ in
      let name = names.remove(at: below(names.count))
      return below(5) == 0 && name != "Host"
        ? "  \(quoted(name)): [\(value(values)), \(value(values))]"
        : "  \(quoted(name)): \(value(values))"
    }
  }

  /// Returns a text in double quotes, as in YAML.
  private func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": result += "\\\(scalar)"
      case _ where scalar.value < 0x20 || (0x7F...0xA0).contains(scalar.value):
        let digits = String(scalar.value, radix: 16)
        result += "\\x" + (digits.count == 1 ? "0" : "") + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static let paths = [
    "", "a", "a/b/", "a//b", "a;b=c", "it's", "%2F", "é/ü", "a b", "$(touch x)", "~user", "a*b!",
    "x:y@z", "[1]", "{}", "\\<a\\>", "...", "\"q\"",
  ]
  private static let texts = [
    "", "a", "two words", "a'b", "'", "''\"", "a$HOME", "$(id)", "`id`", "\\", "\\n", "a\nb",
    "a\r\nb",
    "tab\t", "é", "😀", "@file", "-x", "100%", "%s%d", "a&b=c", "#", "!", "*", "\u{1}\u{7F}",
    "\u{202E}x", "\0", "\u{80}", "{\"a\": 1}", String(repeating: "x'", count: 700), " ",
  ]
  private static let fieldValues = [
    "a", "two words", "it's", "\"q\"", "a$HOME", "`id`", "\\", "a, b;q=0.5", "é", "\u{80}\u{202E}",
    "*/*",
    "x\ty", "", "identity", "@file", "100%",
  ]
}
