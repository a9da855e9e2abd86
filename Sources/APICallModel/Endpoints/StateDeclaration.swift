package import APICallLanguage
import APICallText
package import YAMLTree

/// `state:`: the values that a file keeps from one run to the next, which it reads as `<kept.NAME>`.
package struct StateDeclaration: Sendable {
  /// The name by which placeholders use the values.
  package static let name = "kept"
  /// The key of the inputs, beside the names of the values.
  package static let per = "per"

  package var mark: Mark
  package var values: [KeptValue] = []
  /// The inputs that the file names as those that choose the state; see ``EndpointSpec/stateInputs``.
  package var per: [WrittenName]?
  /// Which items of the list of the file are new; nil without `since`.
  package var since: SinceRule?

  package init(mark: Mark) { self.mark = mark }

  /// The names of what is kept for the next run.
  package var keptNames: [String] {
    values.filter { !$0.isOfRun }.map(\.name) + (since == nil ? [] : [SinceRule.value])
  }

  package var record: ScriptNames.Record {
    ScriptNames.Record(
      name: Self.name, members: values.map(\.name) + (since == nil ? [] : [SinceRule.value]))
  }

  package var templates: [Template] {
    values.flatMap { $0.from.templates + $0.first.templates } + (since?.first.templates ?? [])
  }
}

extension StateDeclaration {
  /// The values as long as none is kept, for a request that is only shown; null for those that cannot
  /// be made.
  package func firstValues(in scope: Scope) -> ScopeRecord {
    var record = ScopeRecord()
    for value in values {
      record[value.name] = (try? value.first.binding(in: scope)) ?? Scope.Binding(nil)
    }
    if let since {
      record[SinceRule.value] = (try? since.first.binding(in: scope)) ?? Scope.Binding(nil)
    }
    return record
  }
}

/// A value that is kept from one run to the next.
package struct KeptValue: Sendable {
  package var name: String
  package var mark: Mark
  /// The value that a run leaves to the next one; if it is null, the state stays as it is.
  package var from = Payload.literal("null")
  /// The value as long as none is kept.
  package var first = Payload.literal("null")
  /// Whether the next run begins with the first value again.
  package var isOfRun = false

  package init(name: String, mark: Mark) {
    self.name = name
    self.mark = mark
  }
}
