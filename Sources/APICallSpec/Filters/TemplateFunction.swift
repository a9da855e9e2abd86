/// The functions, by their names in placeholders.
package enum TemplateFunction: String, Sendable, CaseIterable {
  case uuid, now, random, fake

  /// Its parameters.
  package var parameters: [TemplateParameter] {
    switch self {
    case .uuid, .now: []
    case .random:
      [TemplateParameter("from", .integer), TemplateParameter("to", .integer)]
    case .fake: [TemplateParameter("kind", .text, checkingWith: FakeData.check)]
    }
  }
}
