import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import JSONText

/// The values of a row: its condition, its keys, and what is made of it.
extension RowMaker {
  /// Whether the condition holds for the current row; a missing value is false.
  func isKept() throws(Failure) -> Bool {
    guard let condition = stages.condition else { return true }
    scope.beginRow()
    scope.absences?.note(scope.row)
    return try rethrowing(
      condition.holds(in: scope, of: head, missingIsFalse: true) { provenance.join($0) }
    ) { inRow($0) }
  }

  func groupKey() throws(Failure) -> JSONNode {
    guard case .key(let payload) = stages.grouping else { return .null }
    return try json(of: payload) ?? .null
  }

  /// The values of the keys that are computed for the current row, for sorting.
  func sortKeys() throws(Failure) -> [JSONNode?] {
    var keys: [JSONNode?] = []
    for key in stages.sorting {
      guard case .value(let payload) = key.content else { continue }
      keys.append(try json(of: payload))
    }
    return keys
  }

  /// The shape for the current row; nil if rows stay as they are.
  func shaped() throws(Failure) -> JSONNode? {
    guard let shape = stages.shape else { return nil }
    var bytes: [UInt8] = []
    try evaluated { () throws(TemplateProblem) in
      try shape.appendRow(in: scope, to: &bytes) { provenance.join($0) }
    }
    return try row(of: bytes)
  }

  /// The parts of a row as a map; a missing part is null.
  func parts() throws(Failure) -> JSONNode {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    for part in stages.sources {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      JSONWriter.append(string: part.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      let binding = scope.row[part.name] ?? Scope.Binding(nil)
      provenance.join(binding.provenance)
      bytes +=
        try json(of: binding, as: part.content.templates.first)?.bytes ?? JSONNode.null.bytes
    }
    bytes.append(UInt8(ascii: "}"))
    return try row(of: bytes)
  }

  /// A value that is computed for the current row; nil if it is missing.
  private func json(of payload: Payload) throws(Failure) -> JSONNode? {
    let binding = try evaluated { () throws(TemplateProblem) in
      try payload.bindingIfPresent(in: scope)
    }
    provenance.join(binding.provenance)
    return try json(of: binding, as: payload.templates.first)
  }

  /// A value as JSON, which bytes and files are not.
  private func json(
    of binding: Scope.Binding, as template: Template?
  ) throws(Failure) -> JSONNode? {
    guard let value = binding.value else { return nil }
    if let json = value.json { return json }
    guard let placeholder = template?.sole else { return nil }
    throw failure(of: TemplateProblem.notText(placeholder, typeName: value.typeName).diagnostic)
  }

  private func row(of bytes: [UInt8]) throws(Failure) -> JSONNode {
    // Each value in it is valid.
    try rethrowing(JSONDocument(bytes).root) { (_: JSONSyntaxError) in
      Failure(.decoding, "a row is nested too deeply", at: stages.shapeMark ?? stages.mark)
    }
  }

  func evaluated<Result>(
    _ compute: () throws(TemplateProblem) -> Result
  ) throws(Failure) -> Result {
    do throws(TemplateProblem) { return try compute() } catch {
      throw failure(of: error.diagnostic)
    }
  }

  func failure(of problem: Message) -> Failure {
    inRow(Failure(.badInput, [problem]))
      .withStatusOfResponses(in: stages.templates, scope: scope)
  }

  func inRow(_ failure: Failure) -> Failure {
    guard number > 0 else { return failure }
    var failure = failure
    for index in failure.diagnostics.indices {
      guard let mark = failure.diagnostics[index].mark else { continue }
      failure.diagnostics[index].notes.append(Message.Note("in row \(number)", at: mark))
    }
    return failure
  }
}
