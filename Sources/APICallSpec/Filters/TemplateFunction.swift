/// The functions that a placeholder may begin with, as they are written.
package enum TemplateFunction: String, Sendable, CaseIterable {
  case uuid, now, random, fake

  /// What it takes.
  package var parameters: [TemplateParameter] {
    switch self {
    case .uuid, .now: []
    case .random:
      [TemplateParameter("from", .integer), TemplateParameter("to", .integer)]
    case .fake: [TemplateParameter("kind", .text)]
    }
  }
}
