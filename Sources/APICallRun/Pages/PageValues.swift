import APICallBase
import APICallHTTP
import APICallSpec
import JSONText

/// Takes the items of one page from its values, and the link to the next page.
final class PageValues: ValueReceiver {
  private let pagination: Pagination
  private let contents: ResponseContents
  private let limit: Int
  private let held: BufferSink
  private var isStream = false
  /// The items in order: each without white space, followed by a line feed.
  private(set) var lines: [UInt8] = []
  /// The number of items.
  private(set) var count = 0
  /// The value that leads to the next page; nil without one.
  private(set) var following: JSONValue?

  /// Creates a receiver for the values of a page.
  ///
  /// - Parameters:
  ///   - pagination: where the items are.
  ///   - contents: describes the page in hints.
  ///   - limit: the maximum size in bytes of a value, and of all items.
  init(_ pagination: Pagination, of contents: ResponseContents, limit: Int) {
    self.pagination = pagination
    self.contents = contents
    self.limit = limit
    held = BufferSink(limit: limit)
  }

  func beginStream() { isStream = true }

  func begin(_ kind: ValueKind) throws(DeliveryError) {
    guard kind == .json else { throw withoutJSON }
  }

  /// The error of a page that has no items because it is not JSON.
  var withoutJSON: DeliveryError {
    .unselectable("has no items", hint: contents.hintWithoutJSON)
  }

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError) { try held.write(bytes) }

  func end() throws(DeliveryError) {
    let value: JSONValue
    do {
      value = try JSONDocument(held.take()).root
    } catch {
      throw .malformed(error.description)
    }
    if let path = pagination.path, following == nil {
      following = try Self.places(path, in: value).first { _ in true }
    }
    try takeItems(of: value)
    guard lines.count <= limit else { throw .tooLarge(limit: limit) }
  }

  private func takeItems(of value: JSONValue) throws(DeliveryError) {
    guard let path = pagination.items?.path else {
      if isStream { return take(value) }
      if value.kind == .array { return takeElements(of: value) }
      if case .page = pagination.style {
        throw .unselectable(
          "is \(value.kind.typeName), not a list of items",
          hint: "write the list's path, 'items: $.PATH'; \(ResponseContents.hint(of: value))")
      }
      return take(value)
    }
    let found = try Self.places(path, in: value)
    guard path.isSingular else {
      for item in found {
        take(item)
        guard lines.count <= limit else { throw .tooLarge(limit: limit) }
      }
      return
    }
    guard let list = found.first(where: { _ in true }) else {
      throw .unselectable(
        "has no items at \(path)", hint: ResponseContents.hint(of: value))
    }
    // Some servers write null for a list without items.
    if list.isNull { return }
    if isStream { return take(list) }
    guard list.kind == .array else {
      throw .unselectable(
        "has \(list.kind.typeName) at \(path), not a list of items",
        hint: "'items' selects a list, or each item with [*]")
    }
    takeElements(of: list)
  }

  private func takeElements(of list: JSONValue) {
    count += list.count
    write(list) { (bytes, lines) throws(JSONSyntaxError) in
      var itemizer = JSONItemizer()
      try itemizer.push(bytes, into: &lines)
      try itemizer.finish(into: &lines)
    }
  }

  private func take(_ item: JSONValue) {
    count += 1
    write(item) { (bytes, lines) throws(JSONSyntaxError) in
      var compactor = JSONCompactor()
      try compactor.push(bytes, into: &lines)
      try compactor.finish(into: &lines)
    }
    lines.append(UInt8(ascii: "\n"))
  }

  private func write(
    _ value: JSONValue,
    by print: (Span<UInt8>, inout [UInt8]) throws(JSONSyntaxError) -> Void
  ) {
    let text = value.document.bytes
    // It was already read as a part of its page.
    try? print(text.span.extracting(value.range), &lines)
  }

  private static func places(
    _ path: JSONPath, in value: JSONValue
  ) throws(DeliveryError) -> JSONPathPlaces {
    do {
      return try path.places(in: value, patterns: path.usesPatterns ? PathPatterns() : nil)
    } catch {
      throw .unselectable("is too large for \(path): \(error)", hint: nil)
    }
  }
}
