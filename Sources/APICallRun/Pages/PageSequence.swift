import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallResponses
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
  /// A server that announces page after page without items may never end.
  private static let mostEmptyPages = 1000
  /// The number of announcing pages without items, up to the last page.
  private var emptyPages = 0
  /// The number of the first page, if pages are counted.
  private var firstNumber: Int?

  init(_ pagination: Pagination, from request: Request) {
    self.pagination = pagination
    origin = request.url.origin
    _ = note(request)
  }

  /// Checks, before anything is sent, that pages can be counted and requested.
  func check(_ request: Request) throws(PageFailure.Reason) {
    switch pagination.style {
    case .page(in: let place): _ = try place.number(in: request, first: 1)
    case .offset(in: let place): _ = try place.number(in: request, first: 0)
    case .link, .next, .cursor: break
    }
    var request = request
    for place in pagination.places { try place.set(RequestPlace.Content(1), in: &request) }
  }

  mutating func request(
    after page: PageReceiver, to request: Request
  ) throws(PageFailure.Reason) -> Request? {
    guard let head = page.head, let values = page.values else { return nil }
    let goesOn = try goesOn(after: values)
    if goesOn == false { return nil }
    emptyPages = goesOn == true && values.isEmpty ? emptyPages + 1 : 0
    if emptyPages > (needsItems ? 0 : Self.mostEmptyPages) { throw .emptyAnnounced }
    var request = request
    switch pagination.style {
    case .link(let relation):
      guard let target = LinkField.target(of: relation, in: head) else { return nil }
      request.url = try url(target, of: page)
    case .next(let path):
      guard let value = Self.meant(values.facts[.next(0)]) else { return nil }
      guard let target = value.string else { throw Self.unusable(value, at: path, as: "a URL") }
      request.url = try url(FieldText(target), of: page)
    case .cursor(let cursors):
      guard try set(cursors, of: page, values, in: &request) else {
        if goesOn == true { throw .noCursor(path: nil) }
        return nil
      }
    case .page(in: let place):
      let number = try place.number(in: request, first: 1)
      firstNumber = firstNumber ?? number
      // Pages are counted from 1, unless the first one has the number 0.
      let last = try total(of: values).map { firstNumber == 0 ? $0 - 1 : $0 }
      guard try isContinued(after: values, number, of: last, goesOn) else { return nil }
      try place.set(RequestPlace.Content(number + 1), in: &request)
      // The number only grows, so the request never repeats.
      return request
    case .offset(in: let place):
      let read = try place.number(in: request, first: 0) + values.places
      guard try isContinued(after: values, read, of: total(of: values), goesOn) else {
        return nil
      }
      try place.set(RequestPlace.Content(read), in: &request)
      return request
    }
    guard note(request) else {
      if pagination.same == .end { return nil }
      throw .repeated(request.url)
    }
    return request
  }

  /// Whether a page says that another one follows; nil if pages do not say it.
  private func goesOn(after values: PageValues) throws(PageFailure.Reason) -> Bool? {
    guard let path = pagination.more, let value = values.facts[.more] else { return nil }
    if value.isNull { return false }
    guard let goesOn = value.boolean else {
      throw Self.unusable(value, at: path, as: "true or false")
    }
    return goesOn
  }

  /// Whether the items of a page lead to the next one.
  private var needsItems: Bool {
    switch pagination.style {
    case .offset: true
    case .cursor(let cursors):
      cursors.contains { if case .last = $0.source { true } else { false } }
    case .link, .next, .page: false
    }
  }

  /// The number of all items, or of all pages; nil if pages do not say it.
  private func total(of values: PageValues) throws(PageFailure.Reason) -> Int? {
    guard let path = pagination.total, let value = values.facts[.total] else { return nil }
    guard value.kind == .number, let total = Int(String(decoding: value.bytes, as: UTF8.self))
    else { throw Self.unusable(value, at: path, as: "a whole number") }
    return total
  }

  /// Returns whether another page follows one that is found by its number.
  private mutating func isContinued(
    after values: PageValues, _ reached: Int, of total: Int?, _ goesOn: Bool?
  ) throws(PageFailure.Reason) -> Bool {
    if goesOn != true {
      if let total, reached >= total { return false }
      guard !values.isEmpty else {
        if let total { throw .short(of: total) }
        return false
      }
    }
    // Other items, such as numbers, may well be the same on two pages.
    if values.lines.first == UInt8(ascii: "{") {
      let hash = values.lines.hashValue
      if hash == lastItems { throw .sameItems }
      lastItems = hash
    }
    return true
  }

  /// Puts the cursors of a page into the next request; those that the page lacks are left out.
  ///
  /// Returns false if it lacks all of them.
  private func set(
    _ cursors: [Pagination.Cursor], of page: PageReceiver, _ values: PageValues,
    in request: inout Request
  ) throws(PageFailure.Reason) -> Bool {
    var hasCursor = false
    for (index, cursor) in cursors.enumerated() {
      if let content = try content(of: cursor, index, of: page, values) {
        hasCursor = true
        try cursor.place.set(content, in: &request)
      } else {
        try cursor.place.clear(in: &request)
      }
    }
    return hasCursor
  }

  private func content(
    of cursor: Pagination.Cursor, _ index: Int, of page: PageReceiver, _ values: PageValues
  ) throws(PageFailure.Reason) -> RequestPlace.Content? {
    let path: ParameterPath
    let found: JSONValue?
    switch cursor.source {
    case .header(let name): return Self.field(page.head?.headers ?? [], name)
    case .trailer(let name): return Self.field(page.trailers, name)
    case .body(let place): (path, found) = (place, values.facts[.next(index)])
    case .last(let place):
      guard let item = values.last else { return nil }
      (path, found) = (place, place.path.values(in: item).first)
      if found == nil { throw .noCursor(path: place.description) }
    }
    guard let value = Self.meant(found) else { return nil }
    guard let content = RequestPlace.Content(value, for: cursor.place) else {
      throw Self.unusable(value, at: path, as: "a cursor")
    }
    return content
  }

  private static func field(
    _ fields: [ResponseHead.Field], _ name: String
  ) -> RequestPlace.Content? {
    guard let value = fields.contents(of: name).first, !value.text.isEmpty else { return nil }
    return RequestPlace.Content(value)
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
    let isNamed = pagination.ownName.map { url.origin.withoutRootDot == $0.withoutRootDot } ?? false
    guard isNamed || url.origin.withoutRootDot == origin.withoutRootDot else {
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
    for case .header(let name) in pagination.places {
      hasher.combine(request.headers.first { $0.isNamed(name) }?.value.revealedBytes)
    }
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
