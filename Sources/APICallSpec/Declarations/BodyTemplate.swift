/// The body of a request, before its values are put in.
package enum BodyTemplate: Sendable {
  /// A JSON value.
  case json(Payload)
  /// Names and values as an HTML form sends them.
  case form([WrittenItem], FormStyle)
  /// Parts, each with header fields of its own (RFC 7578).
  case multipart(MultipartTemplate)
  /// Text, octet for octet.
  case text(VerbatimText)
  /// A file, octet for octet.
  case file(VerbatimFile)
  /// A GraphQL document with its variables, as JSON.
  case graphql(GraphQLTemplate)

  /// The templates in it, in the order they are written.
  package var templates: [Template] {
    switch self {
    case .json(let payload): payload.templates
    case .form(let items, _): items.flatMap(\.values)
    case .multipart(let multipart): multipart.templates
    case .text(let text): [text.template]
    case .file(let file): [file.file.path]
    case .graphql(let graphql): graphql.templates
    }
  }

  /// The names that are placeholders in a file, which is read only when it is sent.
  package var fileNames: [String] {
    if case .file(let file) = self { file.names.map(\.text) } else { [] }
  }

  /// The same body with other templates.
  package func mapTemplates(_ change: (Template) -> Template) -> BodyTemplate {
    switch self {
    case .json(let payload): return .json(payload.mapTemplates(change))
    case .form(let items, let style): return .form(items.map { $0.mapTemplates(change) }, style)
    case .multipart(let multipart): return .multipart(multipart.mapTemplates(change))
    case .text(var text):
      text.template = change(text.template)
      return .text(text)
    case .file(var file):
      file.file.path = change(file.file.path)
      return .file(file)
    case .graphql(let graphql): return .graphql(graphql.mapTemplates(change))
    }
  }
}

/// How nested values of a form are named.
package enum FormStyle: String, Sendable, CaseIterable {
  /// A list repeats the name; there are no maps.
  case repeated = "repeat"
  /// `a[b]=c` for a map, `a[]=x` for a list.
  case brackets
}

/// Text that is sent octet for octet.
package struct VerbatimText: Sendable {
  /// The text; only the names under `template:` are placeholders in it.
  package var template: Template
  /// The media type; nil where the spec names none.
  package var type: String?
}

/// A file that is sent octet for octet.
package struct VerbatimFile: Sendable {
  package var file: FileTemplate
  /// The media type; nil where the spec names none.
  package var type: String?
  /// The names that are placeholders in it; empty where it is sent as it is.
  package var names: [WrittenName] = []
  /// Names whose values differ from one call to the next, when requests are compared.
  package var volatileNames: [String] = []
}

/// A file that a spec names: a path, or one placeholder of an input of type file.
package struct FileTemplate: Sendable {
  package var path: Template

  package init(path: Template) { self.path = path }
}
