import APICallBase
import APICallHTTP
import APICallModel
import APICallSafety
import APICallText
import JSONText
import YAMLTree

/// The fields of an output while it is being read.
struct OutputDraft: Sendable {
  var output: OutputDeclaration
  /// Where the value is in the response; nil if that is not known yet.
  var place: OutputDeclaration.Place?
}

/// The fields of an output.
enum OutputFields {
  static let all: [Field<OutputDraft>] = [
    Field("from", "a JSONPath", .text, "Where to find the value in the body.") {
      $2.set($2.parameterPath($1).map { .body($0) }, $1, in: &$0)
    }.giving(.source),
    Field("header", "text", .text, "The header field whose value is the output.") {
      $2.set($2.receivedField($1, of: &$0).map { .header($0) }, $1, in: &$0)
    }.giving(.source),
    Field(
      "cookie", "the name of a cookie", .text, "The cookie whose value is the output, as a secret."
    ) { $2.cookieOutput($1, of: &$0) }.giving(.source),
    Field("trailer", "text", .text, "The trailer field whose value is the output.") {
      $2.set($2.receivedField($1, of: &$0).map { .trailer($0) }, $1, in: &$0)
    }.giving(.source),
    Field(
      "regex", "a regular expression", .regularExpression,
      "A pattern that extracts part of that text or of the body: its group, or the match."
    ) { draft, entry, reading in
      draft.output.pattern = reading.text(entry).flatMap {
        reading.takingPattern($0, at: entry.value.mark)
      }
    },
    Field("default", "any value", .anything, "The value if the response has none.") {
      draft, entry, reading in
      guard let bytes = reading.json(entry), let json = try? JSONDocument(bytes) else { return }
      draft.output.defaultValue = Value(json.root)
    },
    Field("secret", "true or false", .boolean, "Whether the value is masked wherever it is shown.")
    {
      if let isSecret = $2.boolean($1) { $0.output.isSecret = isSecret }
    },
    Field(
      "origins", "a list of origins", .list(of: .text, isNeeded: true),
      "More origins that the value may go to, besides those of the secrets it was made with."
    ) { $0.output.origins = $2.origins($1) },
    Field(
      "store", "the name of a secret", .textMatching(SchemaPattern.storedName),
      "Store the value as the stored secret of this name after the call has succeeded."
    ) { $0.output.store = $2.storedName($1) },
  ]
}

extension SpecReading {
  mutating func outputs(_ entry: Node.Entry) -> [OutputDeclaration] {
    let first = entry.value.items?.first?.scalar?.text
    let hint = first.map { "write outputs: {\($0): $.\($0)}" }
    guard let entries = entries(entry, takes: "a map of outputs", hint: hint) else { return [] }
    var outputs: [OutputDeclaration] = []
    for entry in entries {
      checkName(entry, reserved: Self.reservedOutputNames, kind: "an output")
      var draft = OutputDraft(output: OutputDeclaration(name: entry.key, mark: entry.keyMark))
      if entry.value.entries == nil {
        draft.place = parameterPath(entry).map { .body($0) }
      } else {
        let before = problems.count
        read(entry.value, as: OutputFields.all, into: &draft, named: "the output '\(entry.key)'")
        if draft.place == nil, draft.output.pattern != nil { draft.place = .text }
        if draft.output.position == .all, draft.output.pattern != nil {
          report(
            "'regex' searches one text, but '[*]' takes a list of all fields", at: entry.keyMark,
            hint: "without '[*]', 'regex' takes the first field that matches")
        }
        if draft.place == nil, problems.count == before, !isPartial {
          report(
            "the output '\(entry.key)' has no source", at: entry.keyMark,
            hint: "add 'from: $.path', 'header: Name', or 'regex: …' for the text of the body")
        }
        checkStore(of: draft.output, after: outputs)
      }
      guard let place = draft.place else { continue }
      draft.output.place = place
      outputs.append(draft.output)
    }
    return outputs
  }

  /// Reads the name of a header or trailer field, with or without a position.
  fileprivate mutating func receivedField(
    _ entry: Node.Entry, of draft: inout OutputDraft
  ) -> String? {
    guard let text = text(entry), let field = receivedField(text, at: entry.value.mark)
    else { return nil }
    draft.output.position = field.position
    return field.name
  }

  fileprivate mutating func origins(_ entry: Node.Entry) -> [Origin] {
    (list(entry) ?? []).compactMap { writtenOrigin(entry.holding($0)) }
  }

  mutating func writtenOrigin(_ entry: Node.Entry) -> Origin? {
    guard let text = text(entry) else { return nil }
    do throws(SecretProblem) {
      return try Origin(ofSecret: text)
    } catch {
      return reject(error.message, at: entry.value.mark, hint: error.hint)
    }
  }

  /// Sets the source of an output; a second one is a problem.
  mutating func set(
    _ place: OutputDeclaration.Place?, _ entry: Node.Entry, in draft: inout OutputDraft
  ) {
    if draft.place != nil {
      report(
        "'\(entry.key)' is a second source", at: entry.keyMark,
        hint: "keep one of 'from', 'header', 'cookie' and 'trailer'")
    }
    if let place { draft.place = place }
  }
}

/// Fields for reading and printing a response.
extension SpecReading {
  /// Reads `stop`: a map from singular paths to the values that are expected there, and `idle`.
  mutating func stopCondition(_ entry: Node.Entry) -> StopCondition? {
    let hint = "as in 'stop: {$.event: done}'"
    guard
      let entries = entries(
        entry, takes: "a map from JSONPaths to values", hint: hint, most: Self.nameLimit)
    else { return nil }
    guard !entries.isEmpty
    else { return reject("'stop' is an empty map", at: entry.value.mark, hint: hint) }
    var tests: [(path: JSONPath, value: JSONNode)] = []
    var silence: Duration?
    for entry in entries {
      if entry.key == "idle" {
        silence = duration(entry)
        continue
      }
      guard let path = jsonPath(entry.key, at: entry.keyMark) else { continue }
      guard path.isSingular else {
        report(
          "'\(entry.key)' can select several values, but 'stop' compares one", at: entry.keyMark,
          hint: "use only names and positions, as in $.choices[0].finish_reason")
        continue
      }
      guard entry.value.entries == nil else {
        report(
          "'stop' takes a value to compare with, not a map", at: entry.value.mark,
          hint: "name the members: '\(entry.key).name: value'")
        continue
      }
      guard let bytes = json(entry), let document = try? JSONDocument(bytes) else { continue }
      tests.append((path, document.root))
    }
    return StopCondition(tests: tests, silence: silence)
  }
}
