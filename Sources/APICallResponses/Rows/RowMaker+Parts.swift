import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import JSONText

/// The parts of rows: what `select` finds, and what it computes of that.
extension RowMaker {
  /// Binds the parts of a row from one on, and makes a row of each combination.
  func bind(_ index: Int, in value: JSONNode, _ receive: Receiver) throws(Failure) {
    // Parts that the condition does not need are made only of rows that are kept.
    if index == partsOfCondition, try !isKept() { return }
    guard index < stages.sources.count else {
      return try endRow(of: stages.areNamed ? nil : value, receive)
    }
    let part = stages.sources[index]
    switch part.content {
    case .value(let payload):
      scope.beginRow()
      scope.absences?.note(scope.row)
      scope.row[part.name] = try evaluated { () throws(TemplateProblem) in
        try payload.bindingIfPresent(in: scope)
      }
      try bind(index + 1, in: value, receive)
    case .each(let payload):
      scope.beginRow()
      scope.absences?.note(scope.row)
      let list = try evaluated { () throws(TemplateProblem) in
        try payload.bindingIfPresent(in: scope)
      }
      // It decides how many rows there are, also if no row uses the part.
      provenance.join(list.provenanceOfWhole)
      try bind(
        each: try items(of: list, at: part), as: index, from: list.provenanceOfWhole, receive)
    case .path(let path):
      try bind(path, as: index, in: value, receive)
    }
  }

  /// Binds a part to each of several values, and makes the rows of each.
  func bind(
    each values: some Sequence<JSONNode>, as index: Int, from provenance: Provenance,
    _ receive: Receiver
  ) throws(Failure) {
    for value in values {
      if isDone { return }
      if index == lastFound { number += 1 }
      scope.row[stages.sources[index].name] = Scope.Binding(Value(value), from: provenance)
      try bind(index + 1, in: value, receive)
    }
  }

  /// The items of a computed list; a missing list and null have none.
  private func items(
    of list: Scope.Binding, at part: RowStages.Source
  ) throws(Failure) -> [JSONNode] {
    guard let value = list.structuredValue else { return [] }
    if case .json(let json) = value {
      if json.kind == .array { return Array(json.elements) }
      if json.isNull { return [] }
    }
    // No item has begun a row yet.
    number += 1
    let placeholder = part.content.templates.first?.placeholders.first
    let hint: String? =
      switch value {
      case .text: "'lines' and 'split' make a list of a text"
      case .json(let json) where json.kind == .object: "'to_entries' makes a list of a map"
      case .json, .bytes, .file: nil
      }
    throw failure(
      of: Message(
        "'each' needs a list, but \(placeholder?.text ?? part.name) is \(value.typeName)",
        at: placeholder?.mark ?? part.mark, hint: hint))
  }

  /// A path with values for the current row.
  func filled(_ path: ParameterPath) throws(Failure) -> ParameterPath {
    let path = try evaluated { () throws(TemplateProblem) in try path.filled(in: scope) }
    if let values = path.provenance { provenance.join(values) }
    return path
  }

  func failure(of error: JSONPathEvaluationError, in path: ParameterPath) -> Failure {
    Failure(
      .decoding, "cannot evaluate \(path)\(path.reason(of: error))", at: stages.mark,
      hint: path.path.hint(for: error))
  }
}
