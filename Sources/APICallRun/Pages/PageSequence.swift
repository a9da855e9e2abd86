import APICallBase
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
  /// The hash of the items of the last page that was found by its number, and how many pages before
  /// it had the same.
  private var lastItems: (hash: Int, repeats: Int)?
  /// Items that are not maps, such as numbers, may well be the same on a few pages.
  private static let mostEqualPages = 20
  /// A server that announces page after page without items may never end.
  private static let mostEmptyPages = 10_000
  /// The number of announcing pages without items, up to the last page.
  private var emptyPages = 0
  /// The number of the first page, if pages are counted.
  private var firstNumber: Int?
  /// Whether the last page said that another one follows, by `more` or `total`.
  private(set) var isPromised = false
  /// Whether the list has ended with a cursor that came twice.
  private(set) var hasRepeated = false

  init(_ pagination: Pagination, from request: OutgoingRequest) {
    self.pagination = pagination
    origin = request.url.origin
    _ = note(request)
  }

  /// Checks, before anything is sent, that pages can be counted and requested.
  func check(_ request: OutgoingRequest) throws(PageFailure.Reason) {
    switch pagination.style {
    case .page(in: let place): _ = try place.number(in: request, first: 1)
    case .offset(in: let place): _ = try place.number(in: request, first: 0)
    case .link, .next, .cursor, .single: break
    }
    var request = request
    for place in pagination.places { try place.set(RequestPlace.Content(1), in: &request) }
  }

  mutating func request(
    after page: PageReceiver, to request: OutgoingRequest
  ) throws(PageFailure.Reason) -> OutgoingRequest? {
    guard let head = page.head, let values = page.values else { return nil }
    let goesOn = try goesOn(after: values)
    if pagination.counts { try checkItems(of: values) }
    if goesOn == false, pagination.total == nil { return nil }
    isPromised = goesOn == true
    emptyPages = values.isEmpty ? emptyPages + 1 : 0
    if emptyPages > (goesOn == true && needsItems ? 0 : Self.mostEmptyPages) {
      throw .emptyAnnounced
    }
    var request = request
    switch pagination.style {
    case .link(let relation):
      guard let target = LinkField.target(of: relation, in: head) else {
        try Self.checkLinks(of: head, for: relation, isFirst: page.number == 1)
        return nil
      }
      request.url = try url(target, of: page)
    case .next(.header(let name)):
      guard let target = try Self.field(name, of: page) else { return nil }
      request.url = try url(target, of: page)
    case .next(.trailer), .next(.last), .single: return nil
    case .next(.body(let path)):
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
      let last = try total(of: page, values).map { firstNumber == 0 ? $0 - 1 : $0 }
      guard try isContinued(after: values, number, of: last, goesOn) else { return nil }
      try place.set(RequestPlace.Content(number + 1), in: &request)
      // The number only grows, so the request never repeats.
      return request
    case .offset(in: let place):
      let start = try place.number(in: request, first: 0)
      firstNumber = firstNumber ?? start
      let read = start + values.places
      guard
        try isContinued(
          after: values, read, of: total(of: page, values), goesOn,
          from: firstNumber == 1 ? 1 : 0)
      else { return nil }
      try place.set(RequestPlace.Content(read), in: &request)
      return request
    }
    guard note(request) else {
      hasRepeated = pagination.same == .end
      if hasRepeated { return nil }
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
    if case .offset = pagination.style { true } else { pagination.usesLastItem }
  }

  /// The number of all items, or of all pages; nil if pages do not say it.
  private func total(
    of page: PageReceiver, _ values: PageValues
  ) throws(PageFailure.Reason) -> Int? {
    switch pagination.total {
    case .body(let path)?:
      guard let value = values.facts[.total] else { return nil }
      guard let total = Self.count(value.string ?? value.text) else {
        throw Self.unusable(value, at: path, as: "a whole number")
      }
      return total
    case .header(let name)?:
      guard let text = page.head?.headers.contents(of: name).first?.text else {
        let names = page.head?.headers.map(\.name) ?? []
        throw Self.lacking("no field '\(name)'", near: Nearest.word(to: name, among: names))
      }
      guard let total = Self.count(text) else {
        throw .body(
          .unselectable("has '\(text.prefix(40))' in \(name), not a whole number", hint: nil))
      }
      return total
    default: return nil
    }
  }

  /// The whole number that is not below 0 and that a text spells, as JSON does; nil for another.
  private static func count(_ text: String) -> Int? {
    let number = try? JSONDocument(Array(text.utf8)).root.number?.integer
    return number.flatMap { $0 >= 0 ? $0 : nil }
  }

  /// Returns whether another page follows one that is found by its number.
  ///
  /// Items that are counted from 1 may be one place further than the others.
  private mutating func isContinued(
    after values: PageValues, _ reached: Int, of total: Int?, _ goesOn: Bool?, from base: Int = 0
  ) throws(PageFailure.Reason) -> Bool {
    if let total, reached > total + base, !values.isEmpty {
      throw .beyond(reached - base, total: total)
    }
    if goesOn == true { return true }
    if let total {
      if reached >= total + (values.isEmpty ? 0 : base) { return false }
      if values.isEmpty || goesOn == false { throw .short(of: total) }
      isPromised = true
    }
    return goesOn != false && !values.isEmpty
  }

  /// Checks that a page that is found by its number has not the items of the one before.
  private mutating func checkItems(of values: PageValues) throws(PageFailure.Reason) {
    guard !values.isEmpty else { return }
    let hash = values.lines.hashValue
    let repeats = lastItems.map { $0.hash == hash ? $0.repeats + 1 : 0 } ?? 0
    let areWhole =
      pagination.selectsItems && values.lines.first.map { "{[".utf8.contains($0) } == true
    if repeats >= (areWhole ? 1 : Self.mostEqualPages) { throw .sameItems }
    lastItems = (hash, repeats)
  }

  /// Puts the cursors of a page into the next request; those that the page lacks are left out.
  ///
  /// Returns false if it lacks all of them.
  private func set(
    _ cursors: [Pagination.Cursor], of page: PageReceiver, _ values: PageValues,
    in request: inout OutgoingRequest
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
    let found: JSONNode?
    switch cursor.source {
    case .header(let name):
      return try Self.field(name, of: page).map { RequestPlace.Content($0) }
    case .trailer(let name):
      return Self.field(page.trailers, name).map { RequestPlace.Content($0) }
    case .body(let place): (path, found) = (place, values.facts[.next(index)])
    case .last(let place):
      guard let item = values.last else {
        // A filter has left out all items, and it is not known which the last one was.
        let hasFilter = pagination.items?.path.path.hasFilter == true
        if hasFilter, !values.isEmpty { throw .noCursor(path: place.description) }
        return nil
      }
      (path, found) = (place, place.path.values(in: item).first)
      // Only a page without items is the last.
      if Self.meant(found) == nil { throw .noCursor(path: place.description) }
    }
    guard let value = Self.meant(found) else { return nil }
    guard let content = RequestPlace.Content(value, for: cursor.place) else {
      throw Self.unusable(value, at: path, as: "a cursor")
    }
    return content
  }

  private static func field(_ fields: [ResponseHead.Field], _ name: String) -> FieldText? {
    fields.contents(of: name).first { !$0.text.isEmpty }
  }

  /// The value of a header field; nil if the page is the last one.
  ///
  /// Throws a reason if the first page has only a field with a similar name.
  private static func field(
    _ name: String, of page: PageReceiver
  ) throws(PageFailure.Reason) -> FieldText? {
    let fields = page.head?.headers ?? []
    if page.number == 1, fields.contents(of: name).isEmpty,
      let near = LetterSlip.name(
        meantBy: name, among: fields.filter { !$0.value.isEmpty }.map(\.name))
    {
      throw lacking("no field '\(name)'", near: near)
    }
    return field(fields, name)
  }

  /// Checks that a page, which has no link of a relation, has no text that may be one, and the first
  /// page no link that may be meant.
  private static func checkLinks(
    of head: ResponseHead, for relation: String, isFirst: Bool
  ) throws(PageFailure.Reason) {
    let fields = head.contents(of: "Link")
    let links = fields.flatMap { LinkField.links(in: $0) }.filter { !$0.isForeign }
    if isFirst, links.isEmpty, let text = fields.first?.text, !text.isEmpty {
      throw .link(text, problem: "the field Link has no <URL>")
    }
    if let text = fields.first(where: { !LinkField.read($0).isWhole })?.text {
      throw .link(text, problem: "a link in the field Link cannot be read")
    }
    if isFirst, let near = LetterSlip.name(meantBy: relation, among: links.flatMap(\.relations)) {
      throw lacking("no link '\(relation)'", near: near)
    }
  }

  private static func lacking(_ what: String, near: String?) -> PageFailure.Reason {
    .body(.unselectable("has \(what)", hint: near.map { "did you mean '\($0)'?" }))
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
  private mutating func note(_ request: OutgoingRequest) -> Bool {
    var hasher = Hasher()
    hasher.combine(request.url.target.revealedBytes)
    hasher.combine(request.body?.held?.revealedBytes)
    for case .header(let name) in pagination.places {
      hasher.combine(request.headers.first { $0.isNamed(name) }?.value.revealedBytes)
    }
    return seen.insert(hasher.finalize()).inserted
  }

  /// A value that leads to another page; nil for values that servers use to mark the last page.
  private static func meant(_ value: JSONNode?) -> JSONNode? {
    guard let value, !value.isNull, value.boolean != false, value.string != "" else { return nil }
    return value
  }

  private static func unusable(
    _ value: JSONNode, at path: ParameterPath, as noun: String
  ) -> PageFailure.Reason {
    .unusable(value.kind.typeName, path: path.description, wanted: noun)
  }
}
