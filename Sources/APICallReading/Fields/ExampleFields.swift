import APICallHTTP
import APICallModel
import YAMLTree

/// The fields of an example.
enum ExampleFields {
  static let all: [Field<Example>] = [
    Field(
      "with", "a map of inputs", .map(of: .anything, named: "NAME"),
      "The inputs that select this example."
    ) { example, entry, _ in example.given = entry },
    Field("response", "a map", .table(response), "The response.") {
      $2.read($1.value, as: response, into: &$0.response, named: "'response'")
    }.giving(.response),
    Field(
      "test", "a map", .table(TestFields.all), "How apicall test runs and judges this example."
    ) { $0.test = $2.testDeclaration($1) },
  ]

  static let response: [Field<Example.Response>] = [
    Field("status", "a status", .number(isWhole: true, 200...599), "The status; default 200.") {
      response, entry, reading in
      guard let text = reading.text(entry) else { return }
      guard let status = Int(text), (200..<600).contains(status) else {
        reading.report(
          "'\(text)' is not a response status", at: entry.value.mark,
          hint: "write a number from 200 to 599")
        return
      }
      response.status = status
    },
    Field(
      "headers", "a map of texts", .map(of: .text, named: "NAME", keys: .headers),
      "The header fields."
    ) {
      response, entry, reading in
      guard let entries = reading.map(entry.value, of: "'headers'") else { return }
      for entry in entries {
        guard let text = reading.text(entry) else { continue }
        guard HeaderSyntax.isName(entry.key), HeaderSyntax.isValue(Array(text.utf8)) else {
          reading.report("'\(entry.key)' is not a header field", at: entry.keyMark)
          continue
        }
        response.headers.append(ResponseHead.Field(entry.key, text))
      }
    },
    Field("json", "any value", .anything, "A JSON body, sent as application/json.") {
      if let bytes = $2.json($1) { $2.set(bytes, "application/json", $1, in: &$0) }
    }.giving(.body),
    Field("text", "text", .text, "A plain text body, sent as text/plain.") {
      if let text = $2.text($1) { $2.set(Array(text.utf8), "text/plain", $1, in: &$0) }
    }.giving(.body),
  ]
}

extension SpecReading {
  /// Reads the examples.
  ///
  /// Their inputs are read later, after all inputs are known.
  mutating func examples(_ entry: Node.Entry) -> [Example] {
    guard let entries = entries(entry, takes: "a map of examples", most: 1000) else { return [] }
    var examples: [Example] = []
    for entry in entries {
      guard !isFull else { break }
      var example = Example(name: entry.key, mark: entry.keyMark)
      read(entry.value, as: ExampleFields.all, into: &example, named: "the example '\(entry.key)'")
      if let entries = entry.value.entries, !entries.contains(where: { $0.key == "response" }) {
        report(
          "the example '\(entry.key)' has no response", at: entry.keyMark,
          hint: "add 'response:' with status, headers, json or text")
      }
      examples.append(example)
    }
    return examples
  }

  /// Sets the body of an example response; a second one is a problem.
  fileprivate mutating func set(
    _ bytes: [UInt8], _ mediaType: String, _ entry: Node.Entry,
    in response: inout Example.Response
  ) {
    if response.body != nil {
      report("'\(entry.key)' is a second body", at: entry.keyMark, hint: "keep 'json' or 'text'")
    }
    response.body = (bytes, mediaType)
  }
}
