import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import JSONText

/// Finds the request for the next page; no page is requested twice, or from another server.
struct PageSequence {
  private let pagination: Pagination
  private let origin: Origin
  /// The hashes of the requests so far: a hundred thousand pages need little memory.
  private var seen: Set<Int> = []
  /// The hash of the items of the last page that was found by its number.
  private var lastItems: Int?

  init(_ pagination: Pagination, from request: Request) {
    self.pagination = pagination
    origin = request.url.origin
    _ = note(request)
  }

  /// Checks, before anything is sent, that pages can be counted and requested.
  func check(_ request: Request) throws(PageFailure.Reason) {
    if case .page(in: let place) = pagination.style { _ = try place.pageNumber(in: request) }
    guard let place = pagination.place else { return }
    var request = request
    try place.set(RequestPlace.Content(1), in: &request)
  }

  mutating func request(
    after page: PageReceiver, to request: Request
  ) throws(PageFailure.Reason) -> Request? {
    guard let head = page.head, let values = page.values else { return nil }
    var request = request
    switch pagination.style {
    case .link(let relation):
      guard let target = LinkField.target(of: relation, in: head) else { return nil }
      request.url = try url(target, of: page)
    case .next(let path):
      guard let value = Self.meant(values.following) else { return nil }
      guard let target = value.string else { throw Self.unusable(value, at: path, as: "URL") }
      request.url = try url(FieldText(target), of: page)
    case .cursor(let path, into: let place):
      guard let value = Self.meant(values.following) else { return nil }
      guard let cursor = RequestPlace.Content(value) else {
        throw Self.unusable(value, at: path, as: "cursor")
      }
      try place.set(cursor, in: &request)
    case .page(in: let place):
      guard !values.isEmpty else { return nil }
      // Other items, such as numbers, may well be the same on two pages.
      if values.lines.first == UInt8(ascii: "{") {
        let hash = values.lines.hashValue
        if hash == lastItems { throw .sameItems }
        lastItems = hash
      }
      let number = try place.pageNumber(in: request)
      try place.set(RequestPlace.Content(number + 1), in: &request)
      // The number only grows, so the request never repeats.
      return request
    }
    guard note(request) else { throw .repeated(request.url) }
    return request
  }

  private func url(
    _ target: FieldText, of page: PageReceiver
  ) throws(PageFailure.Reason) -> RequestURL {
    var url: RequestURL
    do {
      url = try URLReference(target).resolved(against: page.url)
    } catch {
      throw .link(target.text, problem: error.reason)
    }
    guard url.origin.withoutRootDot == origin.withoutRootDot else {
      throw .foreign(url.origin, own: origin)
    }
    // A server that a redirect led to must not choose where credentials go, and neither must a page
    // reached through it.
    if let otherOrigin = page.otherOrigin { throw .namedElsewhere(otherOrigin, own: origin) }
    url.origin = origin
    return url
  }

  /// Records a request; false if it was already recorded.
  private mutating func note(_ request: Request) -> Bool {
    var hasher = Hasher()
    hasher.combine(request.url.target.revealedBytes)
    hasher.combine(request.body?.held?.revealedBytes)
    return seen.insert(hasher.finalize()).inserted
  }

  /// A value that leads to another page; nil for values that servers use to mark the last page.
  private static func meant(_ value: JSONValue?) -> JSONValue? {
    guard let value, !value.isNull, value.boolean != false, value.string != "" else { return nil }
    return value
  }

  private static func unusable(
    _ value: JSONValue, at path: ParameterPath, as noun: String
  ) -> PageFailure.Reason {
    .unusable(value.kind.typeName, path: path.description, wanted: noun)
  }
}
