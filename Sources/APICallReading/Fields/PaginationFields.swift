import APICallLanguage
import APICallModel
import YAMLTree

/// The fields of `paginate:` while they are being read.
struct PaginationDraft: Sendable {
  var ways: [Node.Entry] = []
  /// The way to the next page, if it is unique and complete.
  var style: Pagination.Style?
  var cursor: ParameterPath?
  var intoEntry: Node.Entry?
  var into: RequestPlace?
  /// The other fields.
  var pagination: Pagination
}

/// The fields of `paginate:`.
enum PaginationFields {
  static let all: [Field<PaginationDraft>] = [
    Field("link", "text", .text, "The relation of the Link to the next page, usually next.") {
      $0.ways.append($1)
      $0.style = $2.text($1).map { .link(relation: $0) }
    }.giving(.nextPage),
    Field(
      "next", "a JSONPath", .textMatching(SchemaPattern.jsonPath),
      "Where to find the URL of the next page in the body."
    ) {
      $0.ways.append($1)
      $0.style = $2.parameterPath($1, takesPlaceholders: false).map { .next($0) }
    }.giving(.nextPage),
    Field(
      "cursor", "a JSONPath", .textMatching(SchemaPattern.jsonPath),
      "Where to find the cursor in the body: the value that requests the next page."
    ) {
      $0.ways.append($1)
      $0.cursor = $2.parameterPath($1, takesPlaceholders: false)
    }.giving(.nextPage),
    Field(
      "into", "a place in the request", .textMatching(SchemaPattern.requestPlace),
      "Where to put the cursor in the request, as in query.cursor."
    ) {
      $0.intoEntry = $1
      $0.into = $2.requestPlace($1)
    },
    Field(
      "page", "a place in the request", .textMatching(SchemaPattern.requestPlace),
      "Where to put the page number in the request, as in query.page."
    ) {
      $0.ways.append($1)
      $0.style = $2.requestPlace($1).map { .page(in: $0) }
    }.giving(.nextPage),
    Field(
      "items", "a JSONPath", .textMatching(SchemaPattern.jsonPath),
      "Where to find the items in a page."
    ) { draft, entry, reading in
      draft.pagination.items = reading.parameterPath(entry, takesPlaceholders: false).map {
        ($0, entry.value.mark)
      }
    },
    Field(
      "max_pages", "a number", .number(isWhole: true, 1...Double(mostPages)),
      "The maximum number of pages to request."
    ) { $0.pagination.maxPages = $2.pageLimit($1) },
    Field(
      "allow_partial", "true or false", .boolean,
      "Whether the call succeeds if there are more pages than max_pages."
    ) { $0.pagination.allowsPartial = $2.boolean($1) ?? false },
    Field("every", "a duration", .duration, "The pause before each page except the first.") {
      $0.pagination.pause = $2.duration($1)
    },
  ]

  fileprivate static let mostPages = 1_000_000_000
}

extension SpecReading {
  mutating func pagination(_ entry: Node.Entry) -> Pagination? {
    var draft = PaginationDraft(
      pagination: Pagination(style: .link(relation: ""), mark: entry.keyMark))
    let before = problems.count
    read(
      entry.value, as: PaginationFields.all, into: &draft, named: "'paginate'",
      form: "'paginate: {link: next}'")
    guard problems.count == before else { return nil }
    if draft.ways.count > 1 {
      report(
        "'\(draft.ways[1].key)' is a second way to the next page", at: draft.ways[1].keyMark,
        hint: "keep one of 'link', 'next', 'cursor' and 'page'")
    } else if draft.ways.isEmpty {
      // An option such as --max-pages is all there is of the field.
      report(
        entry.keyMark.source.isOption
          ? "the file has no 'paginate', so there is only one page"
          : "'paginate' has no way to the next page", at: entry.keyMark,
        hint: entry.keyMark.source.isOption
          ? "leave the option out, or add 'paginate: {link: next}' or another way to the file"
          : "add one of 'link', 'next', 'cursor' and 'page', as in '{link: next}'")
    }
    if let into = draft.intoEntry, draft.cursor == nil {
      report(
        "'into' has no effect without 'cursor'", at: into.keyMark,
        hint: "remove the line")
    }
    if draft.cursor != nil, draft.into == nil {
      report(
        "'cursor' has no place in the next request", at: draft.ways[0].keyMark,
        hint: "add 'into: query.NAME', or json.NAME or form.NAME if there is such a body")
    }
    if let cursor = draft.cursor, let into = draft.into {
      draft.style = .cursor(cursor, into: into)
    }
    guard problems.count == before, let style = draft.style else { return nil }
    draft.pagination.style = style
    return draft.pagination
  }

  fileprivate mutating func requestPlace(_ entry: Node.Entry) -> RequestPlace? {
    guard let text = text(entry) else { return nil }
    if let place = RequestPlace(text) { return place }
    return reject(
      "'\(text)' is not a place in a request", at: entry.value.mark,
      hint: "write query.NAME, or json.NAME or form.NAME if there is such a body")
  }

  fileprivate mutating func pageLimit(_ entry: Node.Entry) -> (pages: Int, mark: Mark)? {
    guard let text = entry.value.scalar?.text, let pages = Int(text),
      (1...PaginationFields.mostPages).contains(pages)
    else { return reject(entry, takes: "a whole number from 1 to \(PaginationFields.mostPages)") }
    return (pages, entry.value.mark)
  }

  /// Checks that the request has a place for the page, and can be sent again.
  mutating func checkPagination(of endpoint: Endpoint) {
    guard let pagination = endpoint.pagination else { return }
    let mark = pagination.mark
    switch (pagination.place, endpoint.body) {
    case (_, .graphql):
      report(
        "'paginate' cannot be used with 'graphql'", at: mark,
        hint: "write a file that takes the cursor as an input, and call it for each page")
    case (.query(let name), nil):
      guard endpoint.path?.tokens.contains(name) == true else { return }
      report(
        "'\(name)' fills {\(name)} in the path, so it is not a query item that can change",
        at: mark, hint: "give the page a query item of its own")
    case (.json(let names), .json(let payload)):
      guard let missing = payload.missingMap(on: names) else { return }
      report(
        "'paginate' sets '\(names.joined(separator: "."))' in the body, which has no map "
          + "'\(missing)'", at: mark, hint: "add '\(missing): {}' to the body")
    case (.form, .form), (nil, nil): return
    case (.json, _), (.form, _):
      let kind = if case .json = pagination.place { "json" } else { "form" }
      report(
        "'paginate' sets a value in '\(kind)', but the file has no such body", at: mark,
        hint: "write query.NAME, or add '\(kind):'")
    case (_, _?):
      report(
        "'paginate' would send the body again for each page", at: mark,
        hint: "a body is sent again only if 'into' or 'page' names a place in it")
    }
  }
}

extension Payload {
  /// The first name, except the last, that does not select a map in a JSON body; nil if all do, or
  /// if a placeholder's value decides.
  fileprivate func missingMap(on names: [String]) -> String? {
    guard let name = names.first, names.count > 1 else { return nil }
    guard case .map(let entries) = self else {
      if case .text(let template) = self, template.sole != nil { return nil }
      return name
    }
    guard let entry = entries.first(where: { $0.key == name }) else { return name }
    switch entry.value {
    case .map: return entry.value.missingMap(on: Array(names.dropFirst()))
    case .text(let template) where template.sole != nil: return nil
    default: return name
    }
  }
}
