package import APICallLanguage
package import APICallSafety
import JSONText
package import YAMLTree

/// `paginate:`: how to get from page to page of a list, and what to read from each.
package struct Pagination: Sendable {
  /// The way from a page to the next one.
  package enum Style: Sendable {
    /// A link of this relation in the response head (RFC 8288).
    case link(relation: String)
    /// The URL of the next page, in the body or in a field.
    case next(CursorSource)
    /// Values of the page, which the next request contains.
    case cursor([Cursor])
    /// The number of the page, which is increased until a page has no items.
    case page(in: RequestPlace)
    /// The number of the items before the page.
    case offset(in: RequestPlace)
    /// There is none: the list has one page.
    case single
  }

  /// A value of a page, and its place in the request for the next one.
  package struct Cursor: Sendable {
    package var source: CursorSource
    package var place: RequestPlace

    package init(_ source: CursorSource, into place: RequestPlace) {
      self.source = source
      self.place = place
    }

    var isOfLastItem: Bool { if case .last = source { true } else { false } }
  }

  /// Where a page has its cursor.
  package enum CursorSource: Sendable {
    case body(ParameterPath)
    case header(String)
    case trailer(String)
    /// A path in the last item of the page.
    case last(ParameterPath)
  }

  /// What a cursor means that comes twice.
  package enum SameCursor: String, Sendable, CaseIterable {
    case error
    /// The end of the list: there is nothing new yet.
    case end
  }

  package var style: Style
  /// The path of the items in a page; nil if the page itself is a list of items, or one item.
  package var items: (path: ParameterPath, mark: Mark)?
  /// The path of a value that says whether another page follows; nil if pages do not say it.
  package var more: ParameterPath?
  /// Where a page has the number of all items, or of all pages if these are counted: in its body or
  /// in a field; nil if no page has it.
  package var total: CursorSource?
  /// The statuses of a request for a page after the last one.
  package var end: [StatusExpectation.Pattern] = []
  package var same = SameCursor.error
  /// The origin by which URLs of pages name the server of the call; nil for its own.
  package var ownName: Origin?
  /// The maximum number of pages, at least 1; nil for no limit.
  package var maxPages: (pages: Int, mark: Mark)?
  /// Whether the call succeeds if there are more pages than the maximum.
  package var allowsPartial = false
  /// The pause before each page except the first.
  package var pause: Duration?
  package var mark: Mark

  package init(style: Style, mark: Mark) {
    self.style = style
    self.mark = mark
  }

  /// The places in a request that change from page to page; none if the server sends URLs.
  package var places: [RequestPlace] {
    switch style {
    case .link, .next, .single: []
    case .cursor(let cursors): cursors.map(\.place)
    case .page(in: let place), .offset(in: let place): [place]
    }
  }

  /// Whether the place of an item in the list decides on which page it is, as the number in a URL may.
  package var isByPlace: Bool {
    switch style {
    case .page, .offset, .link, .next: true
    case .cursor, .single: false
    }
  }

  /// Whether pages or items are counted, so that no page announces the next one.
  package var counts: Bool {
    switch style {
    case .page, .offset: true
    case .link, .next, .cursor, .single: false
    }
  }

  /// Whether a page says that another one follows, or names it.
  package var announcesPages: Bool {
    if more != nil || total != nil { return true }
    if case .single = style { return false }
    guard case .cursor(let cursors) = style else { return !counts }
    return !cursors.allSatisfy(\.isOfLastItem)
  }

  /// Whether `items` selects whole items of a list, and not a part of each.
  package var selectsItems: Bool {
    guard let path = items?.path.path, !path.isSingular else { return true }
    return path.selectsSeveral(inStep: path.stepCount - 1)
  }

  /// Whether `items` leads into lists in a list.
  package var nestsItems: Bool {
    guard let path = items?.path.path else { return false }
    return (0..<path.stepCount).count { path.selectsSeveral(inStep: $0) } > 1
  }

  /// Whether a cursor is a part of the last item.
  package var usesLastItem: Bool {
    if case .cursor(let cursors) = style { cursors.contains(where: \.isOfLastItem) } else { false }
  }
}

extension JSONPath {
  fileprivate func selectsSeveral(inStep index: Int) -> Bool {
    if case .several = words(ofStep: index) { true } else { false }
  }
}
