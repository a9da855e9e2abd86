package import APICallModel
import JSONText

/// The JSON Schema of a file in the spec format, made from the tables of the parser.
///
/// It uses draft-07, the newest draft that the YAML language servers of editors support. It uses
/// `anyOf` for a value with several shapes, because a text may match more than one.
package struct SpecSchema {
  /// The kinds of file.
  package enum Subject: Sendable {
    case endpoint
    case project
  }

  typealias Rules = [(key: String, value: BuiltJSON)]

  /// The definitions of what a script may contain in place of a file's name.
  static let endpointName = "endpoint"
  private static let scriptName = "script"

  static func reference(to name: String) -> Rules { [("$ref", .text("#/definitions/\(name)"))] }

  /// The rules of a file, or of what stands in its place.
  static let file: Rules = [
    ("if", .map([("required", .texts([ScriptSpec.mark]))])),
    ("then", .map(reference(to: scriptName))), ("else", .map(reference(to: endpointName))),
  ]

  let registry: Registry
  private let subject: Subject

  package init(of subject: Subject, registry: Registry) {
    self.subject = subject
    self.registry = registry
  }

  /// The schema as indented JSON, with a line break at the end.
  package var text: String {
    var entries: Rules = [
      ("$schema", .text("http://json-schema.org/draft-07/schema#"))
    ]
    switch subject {
    case .endpoint:
      entries.append(("title", .text("An apicall file: an endpoint or a script")))
      entries += Self.file
    case .project:
      entries.append(("title", .text("The apicall project file")))
      entries += map(ProjectFields.descriptions)
    }
    var definitions = self.definitions
    if subject == .endpoint {
      definitions.append((Self.conditionName, conditionDefinition))
      definitions.insert((Self.endpointName, .map(map(EndpointFields.descriptions))), at: 0)
      definitions.insert((Self.scriptName, .map(map(ScriptFields.descriptions))), at: 1)
    }
    entries.append(("definitions", .map(definitions)))
    return BuiltJSON.map(entries).indented + "\n"
  }

  func slots(of fields: [FieldDescription]) -> Rules {
    var rules: [BuiltJSON] = []
    for slot in FieldSlot.allCases {
      let names = fields.filter { $0.slots.contains(slot) }.map(\.name)
      guard names.count > 1 || slot.isNeeded && !names.isEmpty else { continue }
      let each = names.map(required)
      if slot.isNeeded {
        rules.append(each.count == 1 ? each[0] : .map([("oneOf", .list(each))]))
      } else {
        let none: BuiltJSON = .map([("not", .map([("anyOf", .list(each))]))])
        rules.append(.map([("oneOf", .list([none] + each))]))
      }
    }
    guard rules.count == 1, case .map(let only) = rules[0]
    else { return rules.isEmpty ? [] : [("allOf", .list(rules))] }
    return only
  }

  func text(_ pattern: String) -> Rules {
    [("type", .text("string")), ("pattern", .text(pattern))]
  }

  private func required(_ name: String) -> BuiltJSON { .map([("required", .texts([name]))]) }
}
