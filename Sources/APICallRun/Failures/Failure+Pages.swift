import APICallBase
import APICallHTTP
import APICallSpec

extension Failure {
  /// The most characters of what a page names as the next one, and of what is wrong with it.
  private static let longestLink = 200

  /// The failure of a list whose pages are not all there.
  init(_ failure: PageFailure, call: Call) {
    let page = "page \(failure.page)"
    let pagination = call.endpoint.pagination
    let redactor = Redactor(call)
    switch failure.reason {
    case .exchange(let error): self = Failure(error, call: call).naming(page)
    case .status(let response): self = Failure.unexpectedStatus(response, of: call).naming(page)
    case .body(.unselectable(let reason, let hint)):
      let mark = pagination?.items?.mark ?? pagination?.mark
      self.init(.decoding, "\(page) \(reason)", at: mark, hint: hint)
    case .body(let error): self = Failure(error, call: call).naming(page)
    case .unusable(let type, let path, let noun):
      self.init(
        .decoding, "\(page) has \(type) at \(path), and no \(noun)", at: pagination?.mark)
    case .link(let text, let problem):
      let shown = redactor.shortening(HostProblem.withoutUser(text), to: Self.longestLink)
      self.init(
        .protocolError,
        "\(page) names '\(shown)' as the next one: "
          + redactor.shortening(problem, to: Self.longestLink))
    case .foreign(let origin, let own):
      self.init(
        .protocolError, "\(page) leads to \(origin), and pages are asked for at \(own) alone",
        at: pagination?.mark,
        hint: "what belongs to one server is not sent to another: make a call of that page")
    case .namedElsewhere(let origin, let own):
      self.init(
        .protocolError,
        "\(page) came by way of \(origin), and names a page at \(own) as the next one",
        at: pagination?.mark,
        hint: "what goes to one server is not for another to say: make a call of that page")
    case .repeated(let url):
      self.init(
        .protocolError,
        "\(page) leads back to \(redactor.shortening(url.text.masked, to: Self.longestLink)),"
          + " which was there before",
        at: pagination?.mark, hint: "the pages go in a circle; 'max_pages' ends it earlier")
    case .place(let reason):
      self = Failure(
        .badInput, "cannot ask for the page after \(page): \(reason)", at: pagination?.mark
      ).blamingResponses(
        for: (call.endpoint.body?.templates ?? []) + call.endpoint.query.flatMap(\.values),
        in: call.scope, wherever: true)
    case .limit(let isCertain):
      let most = pagination?.maxPages
      let pages = most?.pages == 1 ? "1 page" : "\(most?.pages ?? failure.page) pages"
      let verb = isCertain ? most?.pages == 1 ? "is" : "are" : "may be"
      self.init(
        .incomplete, "there \(verb) more than \(pages)", at: most?.mark,
        hint: "--allow-partial takes what is there for enough; --max-pages asks for more")
      self = hinting(
        inFile: "'max_pages' asks for more; 'allow_partial: true' takes what is there for enough")
    }
  }

  /// The same failure, which says at which page it came.
  private func naming(_ page: String) -> Failure {
    var failure = self
    if let first = diagnostics.first {
      failure.diagnostics[0].message = "\(page): \(first.message)"
    }
    return failure
  }
}

extension RequestError {
  /// Whether what was handed on is whole, as far as it was meant to go.
  var endsWhole: Bool {
    if case .pagination(let failure) = self, case .limit = failure.reason { true } else { false }
  }
}
