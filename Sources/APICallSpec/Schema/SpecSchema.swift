import JSONText

/// The JSON Schema of a file of the spec format, made from the tables that the parser reads by.
///
/// It is written in draft-07, the newest draft that the YAML language servers of editors read.
/// Where one value may have several shapes it says `anyOf`: a text may fit more than one.
package struct SpecSchema {
  /// The kinds of file.
  package enum Subject: Sendable {
    /// One HTTP call, or a script of several.
    case endpoint
    /// The project file, apicall.yaml.
    case project
  }

  /// The definition of an endpoint, which a script may write in the place of a file's name.
  static let endpointName = "endpoint"

  /// What `decode`, `format` and `requester` may name.
  let vocabulary: EndpointReader.Vocabulary
  private let subject: Subject

  /// Creates a schema.
  ///
  /// - Parameters:
  ///   - subject: the kind of file.
  ///   - vocabulary: what `decode`, `format` and `requester` may name.
  package init(of subject: Subject, vocabulary: EndpointReader.Vocabulary) {
    self.subject = subject
    self.vocabulary = vocabulary
  }

  /// The schema as JSON, indented, with a line break at its end.
  package var text: String {
    var entries: [(key: String, value: BuiltJSON)] = [
      ("$schema", .text("http://json-schema.org/draft-07/schema#"))
    ]
    switch subject {
    case .endpoint:
      entries.append(("title", .text("A file of apicall: an endpoint, or a script")))
      entries.append(("if", .map([("required", .texts([ScriptFields.mark]))])))
      entries.append(("then", .map(map(ScriptFields.descriptions))))
      entries.append(("else", .map([("$ref", .text("#/definitions/\(Self.endpointName)"))])))
    case .project:
      entries.append(("title", .text("The project file of apicall")))
      entries += map(ProjectFields.descriptions)
    }
    var definitions = self.definitions
    if subject == .endpoint {
      definitions.append((Self.conditionName, conditionDefinition))
      definitions.insert((Self.endpointName, .map(map(EndpointFields.descriptions))), at: 0)
    }
    entries.append(("definitions", .map(definitions)))
    return BuiltJSON.map(entries).indented + "\n"
  }
}
