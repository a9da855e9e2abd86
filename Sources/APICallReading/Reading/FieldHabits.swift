/// What the fields of other programs' files are called here.
enum FieldHabits {
  /// A field here, and the names that it has elsewhere.
  private static let all: [(field: String, names: [String], use: String)] = [
    (
      "expect", ["assert", "asserts", "assertions", "tests", "validate", "check"],
      "what the response has to be"
    ),
    (
      "outputs", ["capture", "captures", "extract", "export", "exports", "register", "save_as"],
      "values of the response"
    ),
    (
      "inputs", ["vars", "variables", "var", "parameters", "arguments", "args"],
      "the values that a caller gives"
    ),
    ("query", ["params", "querystring", "query_params", "qs"], "the items of the query"),
    (
      "summary", ["name", "description", "title", "docs", "comment"],
      "what the file does, in a sentence"
    ),
    ("retry", ["retries", "attempts"], "how often a failed request is sent again"),
    (
      "redirects", ["follow", "follow_redirects", "location", "allow_redirects"],
      "redirects that are followed"
    ),
    ("auth", ["authorization", "authentication", "credentials"], "the credentials"),
    ("steps", ["requests", "calls", "jobs", "tasks", "stages", "flow"], "the calls of a script"),
    ("each", ["foreach", "for_each", "loop", "with_items", "matrix"], "the loop of a step"),
    ("if", ["when", "condition", "skip"], "the condition of a step"),
  ]

  /// Names with a hint of their own, and the field that has to be there.
  private static let others: [(names: [String], field: String, hint: String)] = [
    (
      ["body", "data", "payload", "content"], "json",
      "write 'json:', 'form:', 'text:', 'file:' or 'multipart:', which set the Content-Type, too"
    ),
    (["cookies", "cookie"], "headers", "write 'headers: {Cookie: name=value}'"),
    (
      ["proxy", "verify", "insecure", "cert"], "headers",
      "that is an option of 'apicall run': see 'apicall run --help'"
    ),
    (
      ["request", "http", "endpoint"], "url",
      "write its fields at the top of the file: 'url:', 'method:', 'headers:'"
    ),
    (["test"], "steps", "a script whose name ends in .test.yaml is a test"),
    (
      ["env", "environment", "environments"], "inputs",
      "an input has 'env: NAME'; apicall.yaml has 'profiles'"
    ),
    (["response", "responses"], "examples", "write 'examples: {NAME: {response: …}}'"),
  ]

  /// The hint for a file that is one line of another program; nil for any other.
  static func hint(forFile text: String) -> String? {
    if text.hasPrefix("curl ") {
      return "'apicall import curl FILE' makes a file of each command line"
    }
    let words = text.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[1].contains("://") || words[1].hasPrefix("/"),
      words[0].utf8.allSatisfy({ (0x41...0x5A).contains($0) })
    else { return nil }
    return "write 'method: \(words[0])' and 'url: …' on lines of their own"
  }

  /// The hint for a field that is known from elsewhere.
  ///
  /// - Parameters:
  ///   - name: the field as it is written.
  ///   - known: the fields that the map can have.
  /// - Returns: the hint; nil for a name that is not known, or means a field that the map cannot have.
  static func hint(for name: String, among known: [String]) -> String? {
    let name = name.lowercased()
    if let found = others.first(where: { $0.names.contains(name) && known.contains($0.field) }) {
      return found.hint
    }
    guard let found = all.first(where: { $0.names.contains(name) && known.contains($0.field) })
    else { return nil }
    return "write '\(found.field):' for \(found.use)"
  }
}
