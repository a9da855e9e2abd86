import APICallLanguage
import APICallModel
import APICallText
import YAMLTree

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
        hint: "keep one of \(Self.waysToPages)")
    } else if draft.ways.isEmpty {
      // An option such as --max-pages is all there is of the field.
      report(
        entry.keyMark.source.isOption
          ? "the file has no 'paginate', so there is only one page"
          : "'paginate' has no way to the next page", at: entry.keyMark,
        hint: entry.keyMark.source.isOption
          ? "leave the option out, or add 'paginate: {link: next}' or another way to the file"
          : "add one of \(Self.waysToPages), as in '{link: next}'")
    } else {
      check(draft, of: draft.ways[0])
    }
    guard problems.count == before else { return nil }
    if !draft.sources.isEmpty {
      draft.style = .cursor(
        zip(draft.sources, draft.into).map { Pagination.Cursor($0, into: $1) })
    }
    guard let style = draft.style else { return nil }
    draft.pagination.style = style
    return draft.pagination
  }

  private static let waysToPages = "'link', 'next', 'cursor', 'page' and 'offset'"
  /// The ways that take a field.
  private static let waysOfFields = [
    "total": ["offset", "page"], "more": ["cursor", "page", "offset"],
    "end": ["cursor", "page", "offset"], "same": ["cursor"], "origin": ["link", "next"],
  ]

  /// Checks that the fields fit the way to the next page.
  private mutating func check(_ draft: PaginationDraft, of way: Node.Entry) {
    for entry in draft.particular {
      guard let ways = Self.waysOfFields[entry.key], !ways.contains(way.key) else { continue }
      report(
        "'\(entry.key)' has no effect with '\(way.key)'", at: entry.keyMark,
        hint: "remove the line; it is for \(WordList.alternatives(ways.map { "'\($0)'" }))")
    }
    guard way.key == "cursor" else {
      if let into = draft.intoEntry {
        report(
          "'into' has no effect without 'cursor'", at: into.keyMark, hint: "remove the line")
      }
      return
    }
    guard let into = draft.intoEntry else {
      report(
        "'cursor' has no place in the next request", at: way.keyMark,
        hint: "add 'into: query.NAME', or headers.NAME, or json.NAME or form.NAME if there is such "
          + "a body")
      return
    }
    if let place = draft.into.indices.first(where: { draft.into[..<$0].contains(draft.into[$0]) }) {
      report(
        "two cursors go to the place '\(into.value.items?[place].scalar?.text ?? "")'",
        at: into.value.items?[place].mark ?? into.keyMark,
        hint: "name a place of its own for each cursor")
    }
    guard draft.into.count != draft.sources.count else { return }
    report(
      "'into' has \(draft.into.count.counted("place")) for "
        + draft.sources.count.counted("cursor"),
      at: into.keyMark, hint: "name a place for each cursor, in the same order")
  }

  mutating func cursorSources(_ entry: Node.Entry) -> [Pagination.CursorSource] {
    var sources: [Pagination.CursorSource] = []
    for node in entry.value.items ?? [entry.value] {
      let item = entry.holding(node)
      guard node.entries != nil else {
        let path = parameterPath(item, takesPlaceholders: false)
        sources += path.map { [.body($0)] } ?? []
        continue
      }
      var source: Pagination.CursorSource?
      let before = problems.count
      read(node, as: CursorFields.all, into: &source, named: "the cursor")
      if source == nil, problems.count == before {
        report(
          "the cursor has no source", at: node.mark, hint: "add 'header: NAME' or 'last: $.id'")
      }
      sources += source.map { [$0] } ?? []
    }
    if entry.value.items?.isEmpty == true {
      report("'cursor' is an empty list", at: entry.value.mark)
    }
    return sources
  }

  /// The relation of a link: a word or a URI (RFC 8288, section 3.3).
  mutating func relation(_ entry: Node.Entry) -> String? {
    guard let text = text(entry) else { return nil }
    let isRelation =
      !text.isEmpty && !text.utf8.contains { $0 <= 0x20 || "$<>\"".utf8.contains($0) }
    guard isRelation else {
      return reject(
        "'\(text)' is not a relation of links", at: entry.value.mark,
        hint: "write 'link: next'; 'next: $.PATH' finds the URL of the next page in the body")
    }
    return text
  }

  /// A path in the body of a page, or a header field of it.
  mutating func pageSource(
    _ entry: Node.Entry, such example: String
  ) -> Pagination.CursorSource? {
    let before = problems.count
    let sources = cursorSources(entry)
    switch sources.first {
    case .body?, .header?: if entry.value.items == nil { return sources[0] }
    default: break
    }
    if problems.count > before { return nil }
    return reject(entry, takes: "a JSONPath or a field", hint: "as in '\(example)'")
  }

  /// Sets the source of a cursor; a second one is a problem.
  mutating func set(
    _ source: Pagination.CursorSource?, _ entry: Node.Entry,
    in draft: inout Pagination.CursorSource?
  ) {
    if draft != nil {
      report(
        "'\(entry.key)' is a second source", at: entry.keyMark,
        hint: "write a list for several cursors")
    }
    draft = source ?? draft
  }

  mutating func requestPlace(_ entry: Node.Entry) -> RequestPlace? {
    guard let text = text(entry) else { return nil }
    guard let place = RequestPlace(text) else {
      return reject(
        "'\(text)' is not a place in a request", at: entry.value.mark,
        hint: "write query.NAME or headers.NAME, or json.NAME or form.NAME if there is such a body")
    }
    if case .header(let name) = place {
      guard isHeaderName(name, at: entry.value.mark) else { return nil }
      if name.lowercased() == "host" || Self.framingFields.contains(name.lowercased()) {
        return reject(
          "'\(name)' cannot be chosen by a response", at: entry.value.mark,
          hint: "use the field in which the server takes its cursor")
      }
    }
    return place
  }

  mutating func pageLimit(_ entry: Node.Entry) -> (pages: Int, mark: Mark)? {
    guard let text = entry.value.scalar?.text, let pages = Int(text),
      (1...PaginationFields.mostPages).contains(pages)
    else { return reject(entry, takes: "a whole number from 1 to \(PaginationFields.mostPages)") }
    return (pages, entry.value.mark)
  }

  /// Checks that the request has a place for the page, and can be sent again.
  mutating func checkPagination(of endpoint: EndpointSpec) {
    guard let pagination = endpoint.pagination else { return }
    let mark = pagination.mark
    if case .graphql = endpoint.body {
      return report(
        "'paginate' cannot be used with 'graphql'", at: mark,
        hint: "write a file that takes the cursor as an input, and call it for each page")
    }
    if case .offset = pagination.style, pagination.nestsItems {
      report(
        "'items' leads into several lists, so it is not clear which items 'offset' counts",
        at: pagination.items?.mark ?? mark,
        hint: "name the counted list in 'items', and the lists in its items in 'select'")
    }
    for place in pagination.places { checkPlace(place, of: endpoint, at: mark) }
    checkSince(of: endpoint)
    if case .single = pagination.style { return }
    switch endpoint.body {
    case nil: return
    case .json, .form, .text: if !pagination.places.isEmpty { return }
    default: break
    }
    report(
      "'paginate' would send the body again for each page", at: mark,
      hint: "only 'json', 'form' and 'text' are sent again, and only if 'into', 'page' or 'offset' "
        + "names a place that changes")
  }

  private mutating func checkSince(of endpoint: EndpointSpec) {
    guard let since = endpoint.state?.since else { return }
    for place in [since.place, since.end].compactMap({ $0 }) {
      checkPlace(place, of: endpoint, at: since.mark)
    }
    let isSingle = if case .single = endpoint.pagination?.style { true } else { false }
    if let items = since.items, !isSingle {
      report(
        "'items' of 'since' has no effect beside 'paginate'", at: items.mark,
        hint: "write it under 'paginate'")
    }
    if let stop = endpoint.field("stop"), endpoint.stop?.hasValue == true {
      report(
        "'stop' would leave out new items, which no later run reads", at: stop.keyMark,
        hint: "remove it; 'where' leaves out items for good")
    }
    if let stop = endpoint.field("stop"), endpoint.stop?.silence != nil,
      !isSingle || !since.isAscending || since.window != nil
    {
      report(
        "'idle' may end the list before an item that no later run reads", at: stop.keyMark,
        hint: "add 'order: asc', and leave out 'paginate' and 'window'")
    }
    if let limit = endpoint.rows.limitMark {
      report(
        "'limit' would leave out new items, which no later run reads", at: limit,
        hint: "remove it; 'max_pages' with 'order: asc' reads a part in each run")
    }
  }

  private mutating func checkPlace(_ place: RequestPlace, of endpoint: EndpointSpec, at mark: Mark)
  {
    switch (place, endpoint.body) {
    case (.query(let name), _):
      guard endpoint.path?.tokens.contains(name) == true else { return }
      report(
        "'\(name)' fills {\(name)} in the path, so it is not a query item that can change",
        at: mark, hint: "give the page a query item of its own")
    case (.json(let names), .json(let payload)):
      guard let missing = payload.missingMap(on: names) else { return }
      report(
        "'paginate' sets '\(names.joined(separator: "."))' in the body, which has no map "
          + "'\(missing)'", at: mark, hint: "add '\(missing): {}' to the body")
    case (.form, .form), (.header, _): return
    case (.json, _), (.form, _):
      let kind = if case .json = place { "json" } else { "form" }
      report(
        "'paginate' sets a value in '\(kind)', but the file has no such body", at: mark,
        hint: "write query.NAME, or add '\(kind):'")
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
