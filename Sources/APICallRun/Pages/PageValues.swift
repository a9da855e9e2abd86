import APICallBase
import APICallContracts
import APICallLanguage
import APICallModel
import APICallResponses
import APICallText
import JSONText

/// Takes the items of one page from its values, and the link to the next page.
final class PageValues: ValueReceiver {
  private let pagination: Pagination
  private let reading: BodyReading
  private let limit: Int
  private let held: BufferSink
  private let formBefore: PageForm?
  private var isStream = false
  private var isJSON = true
  /// The items in order: each without white space, followed by a line feed.
  private(set) var lines: [UInt8] = []
  private(set) var count = 0
  private(set) var facts: [PageFact: JSONNode] = [:]
  private(set) var form: PageForm?
  private var sourceCount = 0
  /// The last item of the list of which a filter selects some.
  private var lastSource: JSONNode?
  private var watch = PathWatch()

  init(_ pagination: Pagination, readBy reading: BodyReading, after form: PageForm?) {
    self.pagination = pagination
    self.reading = reading
    formBefore = form
    limit = reading.settings.limit
    held = BufferSink(limit: limit)
  }

  /// Whether it has neither items nor anything from which they could be selected.
  ///
  /// The items that a filter leaves out are there.
  var isEmpty: Bool { count == 0 && sourceCount == 0 }

  /// The number of items before a filter.
  var places: Int { sourceCount > 0 ? sourceCount : count }

  /// The last item, before a filter; nil without items.
  var last: JSONNode? {
    if let lastSource { return lastSource }
    let line = lines.dropLast()
    let start = line.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? line.startIndex
    return try? JSONDocument(Array(line[start...])).root
  }

  /// Takes the items that are there so far, of a stream whose items are handed on as they arrive.
  func takeLines() -> [UInt8] {
    defer { lines = [] }
    return lines
  }

  func beginStream() throws(DeliveryError) {
    isStream = true
    try note(.stream(decoder: reading.decoder?.name ?? ""))
  }

  func begin(_ kind: ValueKind) { isJSON = kind == .json }

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError) { try held.write(bytes) }

  func end() throws(DeliveryError) {
    guard let value = try value(of: held.take()) else { return }
    for (fact, path) in pagination.facts where facts[fact] == nil {
      facts[fact] = try fact.mayEnd ? next(at: path, in: value) : self.value(at: path, in: value)
    }
    try takeItems(of: value)
    guard lines.count <= limit else { throw .tooLarge(limit: limit) }
  }

  /// The value that leads to the next page.
  ///
  /// A server may leave out the last name of the path at the last page, but not what is around it.
  private func next(at path: ParameterPath, in value: JSONNode) throws(DeliveryError) -> JSONNode? {
    if let next = try places(path, in: value).first(where: { _ in true }) {
      return orDefault(next, path)
    }
    guard let end = try Self.reach(path, in: value).end, !isStream else { return nil }
    if path.path.isMissing(at: end) {
      if path.defaultValue != nil { return path.defaultValue }
      if end.steps == path.path.stepCount - 1, end.contents.kind == .object {
        guard formBefore == nil, hasNear(end, path, in: value) else { return nil }
        throw Self.lost(end, path)
      }
      if end.contents.kind == .null { return nil }
    }
    throw Self.lost(end, path)
  }

  /// Whether the first page has a text or a number under a name that is like the last of a path.
  private func hasNear(
    _ end: JSONPathDeadEnd, _ path: ParameterPath, in value: JSONNode
  ) -> Bool {
    guard case .member(let name) = path.path.words(ofStep: end.steps),
      let near = LetterSlip.name(meantBy: name, among: end.contents.keys),
      let place = path.path.prefix(end.steps).values(in: value).first,
      let found = place.members.first(where: { $0.key == near })?.value
    else { return false }
    if case .next = pagination.style { return found.string?.utf8.contains(0x2F) == true }
    return found.kind == .number || found.string?.isEmpty == false
  }

  /// What a page says of the list, which must be there.
  private func value(at path: ParameterPath, in value: JSONNode) throws(DeliveryError)
    -> JSONNode?
  {
    if let found = try places(path, in: value).first(where: { _ in true }) {
      return orDefault(found, path)
    }
    guard let end = try Self.reach(path, in: value).end, !isStream else { return nil }
    if path.defaultValue != nil, path.path.isMissing(at: end) { return path.defaultValue }
    throw Self.lost(end, path)
  }

  /// A default also stands for null at the end of names and positions.
  private func orDefault(_ value: JSONNode, _ path: ParameterPath) -> JSONNode {
    value.isNull && path.path.isSingular ? path.defaultValue ?? value : value
  }

  private static func lost(_ end: JSONPathDeadEnd, _ path: ParameterPath) -> DeliveryError {
    let (message, hint) = end.words(of: path, in: .page)
    return .unselectable(message, hint: hint)
  }

  private func value(of bytes: [UInt8]) throws(DeliveryError) -> JSONNode? {
    guard !isJSON else {
      do { return try JSONDocument(bytes).root } catch { throw DeliveryError(error) }
    }
    if BodyOpening.visible(bytes[...]).isEmpty { return nil }
    let settings = reading.settings
    if !settings.isNamed, let document = UnlabelledJSON.document(in: bytes) { return document.root }
    throw .otherKind(
      OtherKind(readAs: "json", settings, start: BodyOpening.visible(bytes[...])))
  }

  private func takeItems(of value: JSONNode) throws(DeliveryError) {
    guard let path = pagination.items?.path else {
      if isStream { return take(value) }
      let isList = value.kind == .array
      if pagination.counts, !isList {
        throw .unselectable(
          "is \(value.kind.typeName), not a list of items",
          hint: "write the list's path, 'items: $.PATH'; \(ResponseContents.hint(of: value))")
      }
      try note(.item(value.kind), of: value)
      return isList ? takeElements(of: value) : take(value)
    }
    if !isStream { try note(.document) }
    try countSources(of: path, in: value)
    let found = try places(path, in: value, ofItems: true)
    if found.count > 0 {
      watch.noteFound()
    } else if !watch.hasFound {
      watch.note(try Self.reach(path, in: value))
      if !isStream, let end = watch.end {
        guard let others = path.defaults(at: end) else { throw Self.lost(end, path) }
        for item in others {
          if path.path.isSingular { try takeItems(at: path, item) } else { take(item) }
        }
      }
    }
    for value in found {
      if path.path.isSingular { try takeItems(at: path, value) } else { take(value) }
      guard lines.count <= limit else { throw .tooLarge(limit: limit) }
    }
  }

  private func note(_ form: PageForm, of value: JSONNode? = nil) throws(DeliveryError) {
    self.form = form
    guard let formBefore, form != formBefore else { return }
    throw .unselectable(
      "is \(form), but an earlier page is \(formBefore)",
      hint: value.map { ResponseContents.hint(of: $0) })
  }

  /// Counts the values of which the first step of the path that can select several selects.
  private func countSources(
    of path: ParameterPath, in value: JSONNode
  ) throws(DeliveryError) {
    if isStream { return sourceCount += 1 }
    guard pagination.counts || pagination.usesLastItem, !path.path.isSingular else { return }
    let lists = ParameterPath(path.path.prefix(path.path.singularSteps))
    for list in try places(lists, in: value) where list.kind == .array {
      sourceCount += list.count
      let isOfItems = path.path.singularSteps == path.path.stepCount - 1
      for item in list.elements where isOfItems { lastSource = item }
    }
  }

  private func takeItems(at path: ParameterPath, _ list: JSONNode) throws(DeliveryError) {
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

  private func takeElements(of list: JSONNode) {
    count += list.count
    write(list) { (bytes, lines) throws(JSONSyntaxError) in
      var itemizer = JSONItemizer()
      try itemizer.push(bytes, into: &lines)
      try itemizer.finish(into: &lines)
    }
  }

  private func take(_ item: JSONNode) {
    count += 1
    write(item) { (bytes, lines) throws(JSONSyntaxError) in
      var compactor = JSONCompactor()
      try compactor.push(bytes, into: &lines)
      try compactor.finish(into: &lines)
    }
    lines.append(UInt8(ascii: "\n"))
  }

  private func write(
    _ value: JSONNode,
    by print: (Span<UInt8>, inout [UInt8]) throws(JSONSyntaxError) -> Void
  ) {
    let text = value.document.bytes
    // It was already read as a part of its page.
    try? print(text.span.extracting(value.range), &lines)
  }

  /// Checks that the path of the items has led somewhere in at least one value of a stream.
  func finish() throws(DeliveryError) {
    guard isStream, let path = pagination.items?.path, path.defaultValue == nil, let end = watch.end
    else { return }
    throw Self.lost(end, path)
  }

  private static func reach(
    _ path: ParameterPath, in value: JSONNode
  ) throws(DeliveryError) -> JSONPathReach {
    do {
      return try path.path.reach(in: value, needingLists: true)
    } catch {
      throw unreadable(error, path)
    }
  }

  private static func unreadable(
    _ error: JSONPathEvaluationError, _ path: ParameterPath
  ) -> DeliveryError {
    .unselectable(
      "cannot be read at \(path)\(path.reason(of: error))", hint: path.path.hint(for: error))
  }

  private func places(
    _ path: ParameterPath, in value: JSONNode, ofItems isOfItems: Bool = false
  ) throws(DeliveryError) -> JSONPathPlaces {
    let patterns = path.path.usesPatterns ? PathPatterns() : nil
    do {
      return try path.path.rows(
        in: value, path.strictness(ofOne: isStream), ofList: isOfItems, patterns: patterns)
    } catch {
      throw Self.unreadable(error, path)
    }
  }
}
