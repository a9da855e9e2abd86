import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallRequests
import APICallSafety
import APICallText

extension Failure {
  /// The maximum number of characters shown of a link to the next page, and of what is wrong with
  /// it.
  private static let longestLink = 200

  init(_ failure: PageFailure, call: Call) {
    let page = "page \(failure.page)"
    let pagination = call.endpoint.pagination
    let redactor = Redactor(call)
    switch failure.reason {
    case .exchange(let error): self = Failure(error, call: call).naming(page)
    case .status(let response) where call.isUnrequestedPart(response.head):
      self = Failure(unrequestedPartOf: call).naming(page)
    case .status(let response): self = Failure.unexpectedStatus(response, of: call).naming(page)
    case .body(.unselectable(let reason, let hint)):
      let mark = pagination?.items?.mark ?? pagination?.mark
      self.init(.decoding, "\(page) \(reason)", at: mark, hint: hint)
    case .body(let error): self = Failure(error, call: call).naming(page)
    case .unusable(let type, let path, let noun):
      self.init(
        .decoding, "\(page) has \(type) at \(path), not \(noun)", at: pagination?.mark)
    case .link(let text, let problem):
      let shown = redactor.shortening(HostProblem.withoutUser(text), to: Self.longestLink)
      self.init(
        .protocolError,
        "\(page) names '\(shown)' as the next page: "
          + redactor.shortening(problem, to: Self.longestLink))
    case .foreign(let origin, let own):
      self.init(
        .protocolError, "\(page) leads to \(origin), but pages are requested only from \(own)",
        at: pagination?.mark,
        hint:
          "data for one server is not sent to another; if this is another name of the same one, "
          + "add 'origin: \(origin)' to 'paginate'")
    case .namedElsewhere(let origin, let own):
      self.init(
        .protocolError,
        "\(page) came by way of \(origin), but names a page at \(own) as the next page",
        at: pagination?.mark,
        hint: "one server cannot choose requests to another: make a separate call for that page")
    case .repeated(let url):
      // The URL of a page says nothing if its cursor is in a header or in the body.
      let isInURL = pagination?.places.allSatisfy { if case .query = $0 { true } else { false } }
      let words =
        isInURL == false
        ? "\(page) has a cursor that was already used"
        : "\(page) leads back to \(redactor.shortening(url.text.masked, to: Self.longestLink)), "
          + "which was already requested"
      self.init(
        .protocolError, words, at: pagination?.mark,
        hint: pagination?.places.isEmpty == false
          ? "the server may not know the place in 'into', or its pages go in a circle; "
            + "'max_pages' limits their number"
          : "the pages go in a circle; 'max_pages' limits their number")
    case .sameItems:
      self.init(
        .protocolError, "\(page) has the items of the page before it", at: pagination?.mark,
        hint:
          "the server may not know the parameter that 'paginate' counts; 'max_pages' limits the "
          + "number of pages")
    case .short(of: let total):
      self.init(
        .protocolError,
        "\(page) is the last one, although the list has \(total) \(pagination.map(\.counted) ?? "items")",
        at: pagination?.mark,
        hint: "the list may have changed while it was read, or 'total' is of something else")
    case .beyond(let reached, let total):
      let counted = pagination.map(\.counted) ?? "items"
      self.init(
        .protocolError,
        "\(page) reaches number \(reached), although the list has \(total) \(counted)",
        at: pagination?.mark,
        hint: "the list may have changed while it was read, or 'total' is of something else")
    case .emptyAnnounced:
      self.init(
        .protocolError, "\(page) has no items, but says that another page follows",
        at: pagination?.mark)
    case .noCursor(path: let path?):
      self.init(
        .decoding, "\(page) has nothing at \(path) in its last item", at: pagination?.mark)
    case .noCursor(path: nil):
      self.init(
        .protocolError, "\(page) says that another page follows, but has no cursor",
        at: pagination?.mark)
    case .place(let reason):
      self = Failure(
        .badInput, "cannot request the page after \(page): \(reason)", at: pagination?.mark
      ).withStatusOfResponses(
        in: (call.endpoint.body?.templates ?? []) + call.endpoint.query.flatMap(\.values),
        scope: call.scope, ignoringPlace: true)
    case .limit(let isCertain):
      let most = pagination?.maxPages
      let pages = (most?.pages ?? failure.page).counted("page")
      let verb = isCertain ? most?.pages == 1 ? "is" : "are" : "may be"
      self.init(
        .incomplete, "there \(verb) more than \(pages)", at: most?.mark,
        hint: "--max-pages requests more",
        hintInFile: "'max_pages' requests more; 'allow_partial: true' accepts the pages so far")
    }
  }

  private func naming(_ page: String) -> Failure {
    var failure = self
    if let first = diagnostics.first {
      failure.diagnostics[0].message = "\(page): \(first.message)"
    }
    return failure
  }
}

extension Pagination {
  /// What `total` counts.
  fileprivate var counted: String { if case .page = style { "pages" } else { "items" } }
}

extension ExchangeError {
  /// Whether the output is complete, as far as it was requested.
  package var endsWhole: Bool {
    if case .pagination(let failure) = self, case .limit = failure.reason { true } else { false }
  }
}
