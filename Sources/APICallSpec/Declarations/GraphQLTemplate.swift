package import YAMLTree

/// A GraphQL request, before its values are put in.
package struct GraphQLTemplate: Sendable {
  /// The document; its `<` are its own.
  package enum Document: Sendable {
    case text(String)
    case file(FileTemplate)
  }

  package var document: Document
  /// The variables: a map, or one placeholder.
  package var variables: Payload?
  /// The operation of the document that is meant.
  package var operationName: Template?
  /// The place of the field.
  package var mark: Mark

  /// The templates in it, in the order they are written.
  var templates: [Template] {
    var templates: [Template] = []
    if case .file(let file) = document { templates.append(file.path) }
    if let variables { templates += variables.templates }
    if let operationName { templates.append(operationName) }
    return templates
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
