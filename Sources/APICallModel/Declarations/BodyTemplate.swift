package import APICallLanguage
package import YAMLTree

/// The body of a request before its values are inserted.
package enum BodyTemplate: Sendable {
  case json(Payload)
  /// The items of a list, each as JSON on a line.
  case ndjson(Payload)
  case form([WrittenItem], FormStyle)
  case multipart(MultipartTemplate)
  case text(VerbatimText)
  case file(VerbatimFile)
  case graphql(GraphQLTemplate)

  package var templates: [Template] {
    var templates: [Template] = []
    _ = mapTemplates { template in
      templates.append(template)
      return template
    }
    return templates
  }

  /// The names that are placeholders in a file that is read only when it is sent.
  package var fileNames: [String] {
    if case .file(let file) = self { file.names.map(\.text) } else { [] }
  }

  package func mapTemplates(_ change: (Template) -> Template) -> BodyTemplate {
    switch self {
    case .json(let payload): return .json(payload.mapTemplates(change))
    case .ndjson(let payload): return .ndjson(payload.mapTemplates(change))
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

/// How a form names nested values.
package enum FormStyle: String, Sendable, CaseIterable {
  /// A list repeats the name; a map is not allowed.
  case repeated = "repeat"
  /// `a[b]=c` for a map, `a[]=x` for a list.
  case brackets
}

/// Text that is sent byte for byte.
package struct VerbatimText: Sendable {
  /// The text; only the names under `template:` are placeholders in it.
  package var template: Template
  package var type: String?
  package var escape = TextEscape.none

  package init(template: Template) { self.template = template }
}

/// A file that is sent byte for byte.
package struct VerbatimFile: Sendable {
  package var file: FileTemplate
  package var type: String?
  /// The names that are placeholders in it; empty if it is sent unchanged.
  package var names: [WrittenName] = []
  package var escape = TextEscape.none
  /// Names whose values differ from call to call, for comparing requests.
  package var volatileNames: [String] = []

  package init(file: FileTemplate) { self.file = file }
}

/// A file that a spec names: a path, or one placeholder of an input of type file.
package struct FileTemplate: Sendable {
  package var path: Template

  package init(path: Template) { self.path = path }
}

/// A body of several parts, before its values are inserted (RFC 7578).
package struct MultipartTemplate: Sendable {
  /// The parts in order; a list under one name is several parts.
  package var parts: [Part] = []
  /// The media type; nil for multipart/form-data.
  package var type: String?

  package init() {}

  /// One part.
  package struct Part: Sendable {
    package var name: String
    package var mark: Mark
    package var content: Content
    package var type: String?
    package var filename = Filename.fileName
    package var headers: [WrittenItem] = []

    package init(name: String, mark: Mark, content: Content) {
      self.name = name
      self.mark = mark
      self.content = content
    }
  }

  /// The content of a part.
  package enum Content: Sendable {
    case text(Template)
    case json(Payload)
    case file(FileTemplate)
  }

  /// The file name that a part sends.
  package enum Filename: Sendable {
    /// The name of the file, if the part is a file.
    case fileName
    /// None: the value is null.
    case none
    case template(Template)
  }

  func mapTemplates(_ change: (Template) -> Template) -> MultipartTemplate {
    var multipart = self
    multipart.parts = parts.map { part in
      var part = part
      switch part.content {
      case .text(let template): part.content = .text(change(template))
      case .json(let payload): part.content = .json(payload.mapTemplates(change))
      case .file(let file): part.content = .file(FileTemplate(path: change(file.path)))
      }
      if case .template(let filename) = part.filename {
        part.filename = .template(change(filename))
      }
      part.headers = part.headers.map { $0.mapTemplates(change) }
      return part
    }
    return multipart
  }
}

/// A GraphQL request, before its values are inserted.
package struct GraphQLTemplate: Sendable {
  /// The document; a `<` in it does not begin a placeholder.
  package enum Document: Sendable {
    case text(String)
    case file(FileTemplate)
  }

  package var document: Document
  package var variables: Payload?
  package var operationName: Template?
  package var mark: Mark

  package init(document: Document, mark: Mark) {
    self.document = document
    self.mark = mark
  }

  func mapTemplates(_ change: (Template) -> Template) -> GraphQLTemplate {
    var graphql = self
    if case .file(let file) = document {
      graphql.document = .file(FileTemplate(path: change(file.path)))
    }
    graphql.variables = variables?.mapTemplates(change)
    graphql.operationName = operationName.map(change)
    return graphql
  }
}
