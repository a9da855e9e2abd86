package import APICallBase
import APICallContracts
package import APICallModel
package import APICallHTTP
package import APICallRequests
import APICallResponses
package import APICallText
import JSONText

/// The part of a list that is new since the last run: `since`.
///
/// An item is old if it lies before the part that is asked for, or if an item with the same key and
/// the same value of the field was there already. So an item that has changed is new.
///
/// It is used on the thread of the loop that its call is sent on.
package final class ListSync: @unchecked Sendable {
  /// What is kept for the next run.
  package struct Progress: Sendable, Hashable {
    /// The largest value so far; nil before the first item.
    package var value: OrderValue?
    /// The digests of the items at or after that value less the lag.
    package var seen: [String: OrderValue] = [:]

    package init() {}
  }

  private static let mostOfWindows = 1_000_000

  /// What the next run begins with: everything before it has been handed on.
  package private(set) var progress: Progress
  /// What to do after each page of a list in ascending order.
  package var checkpoint: (() async throws(Failure) -> Void)?
  /// Whether nothing of the items so far has what the file selects: then they count as not printed.
  var lacksName: () -> Bool = { false }

  private let rule: SinceRule
  private let now: UTCTimestamp
  private let digests: World.Digests
  /// Whether the place of an item decides on which page it is, so that a change moves others.
  private let isByPlace: Bool
  /// The progress with the page that is being read.
  private var current: Progress
  /// What the run began with.
  private let begin: Progress
  /// Whether the list was read to its end.
  package private(set) var isComplete = false
  /// The items that were handed on, or were there before.
  private var printed: [String: OrderValue] = [:]
  /// The value from which on items are new; nil for all.
  private var start: OrderValue?
  /// The end of the range that is being read.
  private var end: OrderValue?
  /// The largest value in the list that is being read.
  private var last: OrderValue?
  private var windows = 0
  /// The digests of the new items of the lines that are being taken.
  private var taken: [String] = []
  /// The largest value before those lines.
  private var valueBefore: OrderValue?
  /// Whether an item came before one that it belongs after.
  private var isOutOfOrder = false
  /// Which items of a list by places have changed while it was read.
  private var changes = ListChanges()

  /// Creates the part of a list, whose pages are told by the places of items or not.
  ///
  /// Throws a ``Failure`` if the lag or the window is not of the kind of the value.
  package init(
    _ rule: SinceRule, from progress: Progress, or first: OrderValue?, isByPlace: Bool,
    at now: UTCTimestamp, by digests: World.Digests
  ) throws(Failure) {
    self.rule = rule
    self.isByPlace = isByPlace
    self.progress = progress
    self.now = now
    self.digests = digests
    current = progress
    begin = progress
    printed = progress.seen
    start = progress.value ?? first
    if let value = progress.value, let lag = rule.lag {
      guard let earlier = value.minus(lag) else { throw Self.mixed(value, rule) }
      // What lies before the first value was never asked for.
      let isBeforeFirst = first.flatMap { earlier.isBefore($0) } ?? false
      start = isBeforeFirst ? first : earlier
    }
    guard case .time(let length)? = rule.window else { return }
    guard let start, let time = start.time else {
      throw Failure(
        .badInput, "'window' needs a time to begin with", at: rule.mark,
        hint: "as in 'first: 2026-01-01'")
    }
    end = nextEnd(after: start)
    if OrderValue(time.advanced(by: length), like: start).text == start.text {
      throw Failure(
        .badInput, "'window' is shorter than the unit of '\(start.text)'", at: rule.mark,
        hint: "write a longer one: a date has one day")
    }
  }

  /// The value from which on items are asked for.
  package var asked: OrderValue? { start }

  private static func mixed(_ value: OrderValue, _ rule: SinceRule) -> Failure {
    Failure(
      .decoding, "'lag' cannot be subtracted from '\(value.text)'", at: rule.mark, hint: lagHint)
  }

  private static let lagHint = "a time takes a duration such as 10m, a number a number"

  /// The end of a range; at most the time of the run.
  private func nextEnd(after start: OrderValue) -> OrderValue? {
    guard case .time(let length)? = rule.window, let time = start.time, time.isBefore(now)
    else { return nil }
    let end = time.advanced(by: length)
    if end.isBefore(now) { return OrderValue(end, like: start) }
    let last = OrderValue(now, like: start)
    // A date is the beginning of its day, of which there may be items.
    let isOver = last.time.map { $0.advanced(by: .seconds(1)).isBefore(now) } ?? false
    return isOver ? OrderValue(now.advanced(by: .seconds(86_400)), like: start) : last
  }

  // MARK: Requests

  /// Puts the beginning, and the end of a range, into a request.
  func prepare(_ request: inout OutgoingRequest) throws(PageFailure.Reason) {
    for (place, value) in [(rule.place, start), (rule.end, end)] {
      guard let place, let value else { continue }
      let json = try? JSONDocument(value.json).root
      guard let content = json.flatMap({ RequestPlace.Content($0, for: place) }) else { continue }
      try place.set(content, in: &request)
    }
  }

  /// A request with the beginning, as it would be sent.
  package func prepared(_ request: OutgoingRequest, for call: Call) throws(Failure)
    -> OutgoingRequest
  {
    var request = request
    do throws(PageFailure.Reason) { try prepare(&request) } catch {
      throw Failure(.pagination(PageFailure(page: 1, error)), call: call)
    }
    return request
  }

  /// Whether another range follows; the last one of dates ends with the present day.
  private var hasNext: Bool {
    guard let end, end.isBefore(now), let next = nextEnd(after: end) else { return false }
    return next.text != end.text
  }

  /// Begins the next range, after the list of one has ended; false if it was the last one.
  func beginNext() throws(PageFailure.Reason) -> Bool {
    guard hasNext, let end, let next = nextEnd(after: end) else { return false }
    windows += 1
    guard windows < Self.mostOfWindows else {
      throw .body(.unselectable("follows \(windows) ranges", hint: "use a longer 'window'"))
    }
    (start, self.end, last, isComplete) = (end, next, nil, false)
    changes = ListChanges()
    return true
  }

  /// Begins the same list again if items may have moved to pages that were read before; false if not.
  func beginAgain() throws(PageFailure.Reason) -> Bool {
    guard changes.mayHideItems else { return false }
    guard changes.readings < ListChanges.mostReadings else {
      throw .body(
        .unselectable(
          "ends a list that has changed each time that it was read",
          hint: "ask for more items with each page, or read pages by a key"))
    }
    changes.beginAgain()
    last = nil
    return true
  }

  // MARK: Items

  /// Notes the number of items of a page, before any is left out.
  func notePage(of length: Int) { if isByPlace { changes.notePage(of: length) } }

  /// Takes the items of a page, each a line of JSON.
  ///
  /// Returns the lines of those that are new; with an error, none of them counts.
  func take(_ lines: some Collection<UInt8>) throws(PageFailure.Reason) -> [UInt8] {
    var new: [UInt8] = []
    valueBefore = current.value
    taken = []
    do throws(PageFailure.Reason) {
      for line in lines.split(separator: UInt8(ascii: "\n")) {
        guard let item = try? JSONDocument(Array(line)).root else { throw .body(.unexpected) }
        if try isNew(item) {
          new += line
          new.append(UInt8(ascii: "\n"))
        }
      }
    } catch {
      if isOutOfOrder {
        // The pages before it were taken for all that there was.
        (current.value, current.seen) = (begin.value, printed)
        progress = current
      } else {
        giveBack()
      }
      throw error
    }
    return new
  }

  /// Takes back the items that were taken last.
  func giveBack() {
    current.value = valueBefore
    for digest in taken { current.seen[digest] = nil }
    taken = []
  }

  private func isNew(_ item: JSONNode) throws(PageFailure.Reason) -> Bool {
    let value = try value(of: item)
    try checkOrder(value)
    if isByPlace {
      let keys = rule.keys.map { $0.values(in: item).first }
      changes.note(value, of: keys, inOrder: rule.isAscending)
    }
    if let start, try isBefore(value, start) {
      // The server was asked from there: texts that do not sort would be left out for ever.
      if value.isText, rule.place != nil { throw notAscending(value, after: start) }
      return false
    }
    // What lies after a range comes with the next one.
    if let end, try isBefore(end, value), hasNext { return false }
    let digest = try digest(of: item, value)
    let isNew = current.seen.updateValue(value, forKey: digest) == nil
    if isNew { taken.append(digest) }
    // An item with a time to come must not hide those before it.
    let isToCome = value.time.map { now.isBefore($0) } ?? false
    var isLargest = true
    if let most = current.value { isLargest = try isBefore(most, value) }
    if isLargest, !isToCome { current.value = value }
    return isNew
  }

  private func value(of item: JSONNode) throws(PageFailure.Reason) -> OrderValue {
    guard let path = rule.field else { throw .body(.unexpected) }
    guard let found = path.values(in: item).first else {
      throw .body(
        .unselectable(
          "has an item without \(path)",
          hint: item.kind == .object
            ? "the item has: \(item.members.map(\.key).prefix(10).joined(separator: ", "))" : nil))
    }
    guard let value = OrderValue(found, countingTime: rule.countsTime) else {
      throw .body(.unselectable("has \(found.kind.typeName) at \(path) of an item", hint: nil))
    }
    if let lag = rule.lag, value.minus(lag) == nil {
      throw .body(
        .unselectable(
          "has an item with '\(value.text)', from which 'lag' cannot be subtracted",
          hint: Self.lagHint))
    }
    if value.isText, !rule.isAscending {
      throw .body(
        .unselectable(
          "has an item with '\(value.text)', which is neither a time nor a number",
          hint: "if such texts grow letter by letter, add 'order: asc', which checks it"))
    }
    return value
  }

  private func isBefore(
    _ one: OrderValue, _ other: OrderValue
  ) throws(PageFailure.Reason) -> Bool {
    if let isBefore = one.isBefore(other) { return isBefore }
    throw .body(
      .unselectable(
        "has an item with '\(one.text)', which cannot be compared with '\(other.text)'",
        hint: "'first' and the field are both numbers, or both texts"))
  }

  private func checkOrder(_ value: OrderValue) throws(PageFailure.Reason) {
    guard rule.isAscending else { return }
    defer { if last.map({ $0.isBefore(value) != false }) ?? true { last = value } }
    guard let last, try isBefore(value, rule.lag.flatMap { last.minus($0) } ?? last) else { return }
    isOutOfOrder = true
    throw notAscending(value, after: last)
  }

  private func notAscending(_ value: OrderValue, after last: OrderValue) -> PageFailure.Reason {
    .body(
      .unselectable(
        "is not in ascending order: '\(value.text)' comes after '\(last.text)'",
        hint: value.isText
          ? "such texts do not grow letter by letter: keep the last one of the server with 'state'"
          : "ask the server for that order, or remove 'order: asc'"))
  }

  /// The digest of the key of an item and its value: 32 hexadecimal digits.
  private func digest(of item: JSONNode, _ value: OrderValue) throws(PageFailure.Reason) -> String {
    // The same time or number is the same in another spelling.
    var bytes = Array(value.canonical.utf8)
    for path in rule.keys {
      guard let key = path.values(in: item).first else {
        throw .body(.unselectable("has an item without \(path), which is its key", hint: nil))
      }
      bytes.append(0)
      bytes += Self.compact(key)
    }
    guard let digest = digests.sha256(bytes) else { throw .body(.unexpected) }
    return Hexadecimal.encode(Array(digest.prefix(16)))
  }

  private static func compact(_ value: JSONNode) -> [UInt8] {
    (try? JSONCompactor.compact(Array(value.bytes).span, maxDepth: 512)) ?? Array(value.bytes)
  }

  // MARK: Progress

  /// The most items that are kept of a list that was not read to its end.
  private static let mostOfPart = 20_000

  /// Ends a list that was not read to its end; false if nothing is to be kept of it.
  package func endPart() -> Bool {
    if lacksName() { return false }
    if !movesByPage, printed.count <= Self.mostOfPart { progress.seen = printed }
    return progress != begin
  }

  /// Ends a page whose items were all handed on; false if the next run still begins where it would
  /// have begun before.
  func endPage() -> Bool {
    if lacksName() { return false }
    printed = current.seen
    guard movesByPage else { return false }
    prune()
    progress = current
    return true
  }

  /// Whether everything before the last page is known to be read.
  private var movesByPage: Bool { rule.isAscending && !isByPlace }

  /// Ends a part of a stream whose items were all handed on.
  func endPiece() { if rule.isAscending { _ = endPage() } }

  /// Ends a list that was read to its end.
  func endList() {
    isComplete = true
    if lacksName() { return }
    // The last range goes on in the next run, from its last item.
    if let end, hasNext, current.value.map({ $0.isBefore(end) != false }) ?? true {
      current.value = end
    }
    prune()
    progress = current
  }

  /// Forgets the items that lie before everything that the next run asks for.
  private func prune() {
    guard let value = current.value else { return }
    let border = rule.lag.flatMap { value.minus($0) } ?? value
    current.seen = current.seen.filter { $0.value.isBefore(border) == false }
  }
}
