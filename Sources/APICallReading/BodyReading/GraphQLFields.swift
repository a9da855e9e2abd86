import APICallLanguage
import APICallModel
import YAMLTree

/// A GraphQL request while it is being read.
struct GraphQLDraft: Sendable {
  var graphql: GraphQLTemplate
  /// The document; nil if it is not known yet.
  var document: GraphQLTemplate.Document?
}

/// The fields of `graphql:`.
enum GraphQLFields {
  static let all: [Field<GraphQLDraft>] = [
    Field(
      "query", "text, or a map with a file", .either([.text, .table(document)]),
      "The GraphQL document, without placeholders."
    ) {
      draft, entry, reading in
      guard entry.value.entries != nil else {
        if let text = reading.text(entry) { draft.document = .text(text) }
        return
      }
      reading.read(entry.value, as: document, into: &draft, named: "'query'")
    }.giving(.document),
    Field(
      "variables", "a map", .either([.map(of: .anything, named: "NAME"), .template]),
      "The variables of the document."
    ) {
      draft, entry, reading in
      draft.graphql.variables = reading.payload(entry)
      switch draft.graphql.variables {
      case .map: break
      case .text(let template) where template.sole != nil: break
      default: reading.refuse(entry, takes: "a map of variables")
      }
    },
    Field("operation_name", "text", .template, "The operation to execute, if there are several.") {
      $0.graphql.operationName = $2.template($1)
    },
  ]

  static let document: [Field<GraphQLDraft>] = [
    Field("file", "a path, or a file input", .path, "The file that contains the document.") {
      draft, entry, reading in
      draft.document = reading.template(entry).map { .file(FileTemplate(path: $0)) }
    }.giving(.document)
  ]
}

extension SpecReading {
  mutating func graphql(_ entry: Node.Entry) -> GraphQLTemplate? {
    var draft = GraphQLDraft(
      graphql: GraphQLTemplate(document: .text(""), mark: entry.keyMark))
    let before = problems.count
    read(entry.value, as: GraphQLFields.all, into: &draft, named: "'graphql'")
    if draft.document == nil, problems.count == before {
      report(
        "'graphql' has no query", at: entry.keyMark,
        hint: "add 'query:' with the document, or 'query: {file: NAME.graphql}'")
    }
    guard let document = draft.document else { return nil }
    draft.graphql.document = document
    return draft.graphql
  }
}
