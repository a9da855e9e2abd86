package import APICallBase
import APICallModel
package import YAMLTree

/// Writes files of the spec format in their canonical form, with the fields in the order of their
/// tables.
package enum SpecFormatter {
  package static func format(_ source: Source, isProject: Bool) throws(Failure) -> String {
    let isScript = YAMLReader.spec.read(source).root?.entry(ScriptSpec.mark) != nil
    let fields =
      isProject
      ? ProjectFields.descriptions
      : isScript ? ScriptFields.descriptions : EndpointFields.descriptions
    let formatter = YAMLFileFormatter(
      order: KeyOrder(fields), tags: LocalTag.allCases.map(\.rawValue))
    return try rethrowing(formatter.format(source)) { (error: FormattingProblem) in
      Failure(.badInput, error.message, at: error.mark, hint: error.hint)
    }
  }
}

extension KeyOrder {
  fileprivate init(_ fields: [FieldDescription]) {
    self = .fields(fields.map { (name: $0.name, order: KeyOrder($0.shape)) })
  }

  private init(_ shape: FieldShape) {
    switch shape {
    case .fields(let fields): self.init(fields())
    case .endpoint, .inlineEndpoint, .inlineFile: self.init(EndpointFields.descriptions)
    case .map(let shape, named: _, keys: _), .list(let shape, isNeeded: _):
      self = .each(KeyOrder(shape))
    case .either(let shapes): self = .either(shapes.map { KeyOrder($0) })
    default: self = .asWritten
    }
  }
}
