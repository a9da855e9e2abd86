import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallText
import JSONText
import Patterns

extension BufferedResponse {
  /// Returns the value, or the default value if the response has none.
  ///
  /// Throws a ``Failure`` with exit status 8 if there is neither.
  func value(of output: OutputDeclaration) throws(Failure) -> Value {
    switch try find(output) {
    case .value(let value): return value
    case .nothing(let message, let hint):
      if let defaultValue = output.defaultValue { return defaultValue }
      throw Failure(
        .decoding, "\(message) for the output '\(output.name)'", at: output.mark, hint: hint)
    }
  }

  private enum Finding {
    case value(Value)
    /// No value; the name of the output follows the message.
    case nothing(_ message: String, hint: String?)
  }

  private func find(_ output: OutputDeclaration) throws(Failure) -> Finding {
    switch output.place {
    case .header(let name):
      return try find(name, in: head.headers, "header field", for: output)
    case .trailer(let name):
      return try find(name, in: trailers, "trailer field", for: output)
    case .body(let path):
      if fault != nil {
        throw Failure(
          .decoding, "the response has nothing at \(path) for the output '\(output.name)'",
          at: output.mark, hint: missingHint)
      }
      let found = try value(at: path, of: output)
      let isMissing = found.end.map { path.path.isMissing(at: $0) } ?? true
      let isAbsent = found.value.map { path.path.isSingular && $0.isNull } ?? isMissing
      let other = isAbsent ? path.defaultValue.map { Value($0) } : nil
      guard let value = other ?? found.value else {
        guard let end = found.end else {
          return .nothing("the response has nothing at \(path)", hint: missingHint)
        }
        let subject = values.count > 1 ? PathSubject.stream : .document
        let (message, hint) = end.words(of: path, in: subject)
        // A default stands for what is missing, not for a value of another type.
        guard isMissing else {
          throw Failure(
            .decoding, "\(message) for the output '\(output.name)'", at: output.mark, hint: hint)
        }
        return .nothing(message, hint: hint)
      }
      guard let pattern = output.pattern else { return .value(value) }
      let text = try text(of: value, at: path, output)
      return try search([text], of: "the text at \(path)", by: pattern, output)
    case .text:
      if case .malformed(let reason, let hint) = TextConversion.problem(settings) {
        throw Failure(
          .decoding, "\(reason), so the output '\(output.name)' cannot be searched",
          at: output.mark, hint: hint)
      }
      let text = BodyText.text(of: bytes, settings)
      // An output without any other place has a pattern.
      guard let pattern = output.pattern else { return .value(.text(text)) }
      return try search(
        [text], of: "the body", by: pattern, output, hint: contents.hint(of: bytes.count))
    }
  }

  private func find(
    _ name: String, in fields: [ResponseHead.Field], _ noun: String, for output: OutputDeclaration
  ) throws(Failure) -> Finding {
    let values = fields.contents(of: name).map(\.text)
    guard let first = values.first else {
      return .nothing("the response has no \(noun) '\(name)'", hint: nil)
    }
    switch output.position {
    case .any: break
    case .all: return .value(JSONNode.texts(values).map { Value($0) } ?? .null)
    case .at:
      guard let value = output.position.value(of: values) else {
        return .nothing(
          "there is no \(noun) '\(name)\(output.position.suffix)': the response has"
            + " \(values.count) of that name", hint: nil)
      }
      guard let pattern = output.pattern else { return .value(.text(value)) }
      return try search([value], of: "the \(noun) '\(name)'", by: pattern, output)
    }
    guard let pattern = output.pattern else { return .value(.text(first)) }
    return try search(values, of: "the \(noun) '\(name)'", by: pattern, output)
  }

  /// What a pattern selects from the first of several texts that it matches.
  private func search(
    _ texts: [String], of place: String, by pattern: Pattern, _ output: OutputDeclaration,
    hint: String? = nil
  ) throws(Failure) -> Finding {
    do {
      if let part = try output.part(of: texts) { return .value(.text(part)) }
    } catch {
      throw Failure(
        .decoding,
        "cannot search \(place) for the output '\(output.name)': the pattern '\(pattern.excerpt)'"
          + " \(error.reason)", at: output.mark,
        hint: "write a pattern that backtracks less: do not repeat a repetition")
    }
    return .nothing("the pattern '\(pattern.excerpt)' finds nothing in \(place)", hint: hint)
  }

  /// The text that a pattern searches: that of a text or a number.
  private func text(
    of value: Value, at path: ParameterPath, _ output: OutputDeclaration
  ) throws(Failure) -> String {
    var kind = "not text"
    switch value {
    case .text(let text): return text
    case .json(let json):
      if json.kind == .number { return json.text }
      kind = json.kind.typeName
    case .bytes, .file: break
    }
    throw Failure(
      .decoding,
      "'regex' takes text or a number, but \(path) selects \(kind)"
        + " for the output '\(output.name)'", at: output.mark,
      hint: path.path.isSingular
        ? "select text inside it, or leave out 'regex'"
        : "a path of names and indexes selects one value; any other path selects a list")
  }

  private func value(
    at path: ParameterPath, of output: OutputDeclaration
  ) throws(Failure) -> (value: Value?, end: JSONPathDeadEnd?) {
    return try rethrowing(value(at: path.path, path.strictness(ofOne: values.count > 1))) {
      (error: JSONPathEvaluationError) in
      Failure(
        .decoding,
        "cannot evaluate \(path) for the output '\(output.name)'\(path.reason(of: error))",
        at: output.mark, hint: path.path.hint(for: error))
    }
  }

  /// What a path selects, or where it ends.
  ///
  /// A singular path selects one value, in a stream that of the first match; any other path selects
  /// a list. There is neither a value nor an end if the body has no value.
  private func value(
    at path: JSONPath, _ strictness: JSONPathStrictness
  ) throws(JSONPathEvaluationError) -> (value: Value?, end: JSONPathDeadEnd?) {
    let patterns = path.usesPatterns ? PathPatterns() : nil
    var found: [JSONNode] = []
    var watch = PathWatch()
    for value in values {
      let selected = Array(try path.places(in: value, strictness, patterns: patterns))
      if selected.isEmpty {
        watch.note(try path.reach(in: value, needingLists: false))
      } else {
        watch.noteFound()
      }
      found += selected
      if path.isSingular, let first = found.first { return (Value(first), nil) }
    }
    if path.isSingular || values.isEmpty || watch.end != nil { return (nil, watch.end) }
    return (JSONNode.list(of: found).map { Value($0) }, nil)
  }

  /// A hint that describes what the response contains instead.
  var missingHint: String {
    if let body { return ResponseContents.hint(of: body) }
    guard let fault, !fault.start.isEmpty else { return "the response is empty" }
    return contents.hint(of: fault, isNamed: settings.isNamed)
  }
}
