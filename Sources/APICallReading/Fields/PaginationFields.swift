import APICallLanguage
import APICallModel
import YAMLTree

/// The fields of `paginate:` while they are being read.
struct PaginationDraft: Sendable {
  var ways: [Node.Entry] = []
  /// The way to the next page, if it is unique and complete.
  var style: Pagination.Style?
  var sources: [Pagination.CursorSource] = []
  var intoEntry: Node.Entry?
  var into: [RequestPlace] = []
  /// The fields that only some ways take.
  var particular: [Node.Entry] = []
  /// The other fields.
  var pagination: Pagination
}

/// The fields of `paginate:`.
enum PaginationFields {
  private static let path = FieldShape.textMatching(SchemaPattern.jsonPath)
  private static let pathOrHeader = FieldShape.either([
    path, .table(CursorFields.all.filter { $0.name == "header" }),
  ])
  private static let place = FieldShape.textMatching(SchemaPattern.requestPlace)

  static let all: [Field<PaginationDraft>] = [
    Field("link", "text", .text, "The relation of the Link to the next page, usually next.") {
      $0.ways.append($1)
      $0.style = $2.relation($1).map { .link(relation: $0) }
    }.giving(.nextPage),
    Field(
      "next", "a JSONPath, or a header field as a map", pathOrHeader,
      "Where to find the URL of the next page."
    ) {
      $0.ways.append($1)
      $0.style = $2.pageSource($1, such: "next: {header: Next-Page}").map { .next($0) }
    }.giving(.nextPage),
    Field(
      "cursor", "a JSONPath, a source or a list of them",
      .either([
        path, .table(CursorFields.all),
        .list(of: .either([path, .table(CursorFields.all)]), isNeeded: true),
      ]), "Where to find the cursor in the page: the value that requests the next page."
    ) {
      $0.ways.append($1)
      $0.sources = $2.cursorSources($1)
    }.giving(.nextPage),
    Field(
      "into", "a place in the request, or a list",
      .either([place, .list(of: place, isNeeded: true)]),
      "Where to put the cursor in the request, as in query.cursor."
    ) { draft, entry, reading in
      draft.intoEntry = entry
      draft.into = (entry.value.items ?? [entry.value]).compactMap {
        reading.requestPlace(entry.holding($0))
      }
    },
    Field(
      "page", "a place in the request", place,
      "Where to put the page number in the request, as in query.page."
    ) {
      $0.ways.append($1)
      $0.style = $2.requestPlace($1).map { .page(in: $0) }
    }.giving(.nextPage),
    Field(
      "offset", "a place in the request", place,
      "Where to put the number of the items before the page, as in query.offset."
    ) {
      $0.ways.append($1)
      $0.style = $2.requestPlace($1).map { .offset(in: $0) }
    }.giving(.nextPage),
    Field(
      "total", "a JSONPath, or a header field as a map",
      pathOrHeader,
      "Where a page has the number of all items, with offset, or of all pages, with page."
    ) {
      $0.particular.append($1)
      $0.pagination.total = $2.pageSource($1, such: "total: {header: X-Total-Count}")
    },
    Field("more", "a JSONPath", path, "Where a page says true if another page follows.") {
      $0.particular.append($1)
      $0.pagination.more = $2.parameterPath($1, takesPlaceholders: false)
    },
    Field(
      "end", "a status or a list", .either([.status, .list(of: .status, isNeeded: true)]),
      "The statuses of a request for a page after the last one."
    ) {
      $0.particular.append($1)
      $0.pagination.end = $2.statusPatterns($1)
    },
    Field(
      "same", "error or end", .words(Pagination.SameCursor.allCases.map(\.rawValue)),
      "Whether a cursor that comes twice is an error or ends the list; default error."
    ) {
      $0.particular.append($1)
      let same = $2.word($1, of: Pagination.SameCursor.self, "words") {
        "'\($0)' is neither 'error' nor 'end'"
      }
      if let same { $0.pagination.same = same }
    },
    Field(
      "origin", "an origin", .text,
      "The origin by which URLs of pages name the server, if it is not the one of the call."
    ) {
      $0.particular.append($1)
      $0.pagination.ownName = $2.writtenOrigin($1)
    },
    Field(
      "items", "a JSONPath", path, "Where to find the items in a page."
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

  static let mostPages = 1_000_000_000
}

/// The sources of a cursor besides a path in the body.
enum CursorFields {
  static let all: [Field<Pagination.CursorSource?>] = [
    Field("header", "text", .text, "The header field whose value is the cursor.") {
      $2.set($2.headerName($1).map { .header($0) }, $1, in: &$0)
    }.giving(.source),
    Field("trailer", "text", .text, "The trailer field whose value is the cursor.") {
      $2.set($2.headerName($1).map { .trailer($0) }, $1, in: &$0)
    }.giving(.source),
    Field(
      "last", "a JSONPath", .textMatching(SchemaPattern.jsonPath),
      "Where to find the cursor in the last item of the page."
    ) {
      $2.set($2.parameterPath($1, takesPlaceholders: false).map { .last($0) }, $1, in: &$0)
    }.giving(.source),
  ]
}
