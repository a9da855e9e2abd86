package import YAMLTree

/// A body of several parts, before its values are put in (RFC 7578).
package struct MultipartTemplate: Sendable {
  /// The parts in order; a list under one name is several parts.
  package var parts: [Part] = []
  /// The media type; multipart/form-data when nil.
  package var type: String?

  /// One part.
  package struct Part: Sendable {
    package var name: String
    /// The place of the name.
    package var mark: Mark
    package var content: Content
    /// The media type; nil where the spec names none.
    package var type: String?
    package var filename = Filename.fileName
    package var headers: [WrittenItem] = []
  }

  /// What a part holds.
  package enum Content: Sendable {
    case text(Template)
    case json(Payload)
    case file(FileTemplate)
  }

  /// The name of a file that a part tells.
  package enum Filename: Sendable {
    /// That of the file, if the part is one.
    case fileName
    /// None, as null says.
    case none
    case template(Template)
  }

  /// The templates in it, in the order they are written.
  var templates: [Template] {
    parts.flatMap { part in
      var templates: [Template]
      switch part.content {
      case .text(let template): templates = [template]
      case .json(let payload): templates = payload.templates
      case .file(let file): templates = [file.path]
      }
      if case .template(let filename) = part.filename { templates.append(filename) }
      return templates + part.headers.flatMap(\.values)
    }
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
