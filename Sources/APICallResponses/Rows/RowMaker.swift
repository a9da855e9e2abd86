package import APICallBase
package import APICallContracts
package import APICallLanguage
package import APICallModel
package import APICallSafety
import APICallText
package import JSONText

/// Makes rows of values: applies `select`, `where`, `group`, `shape`, `sort` and `limit`.
///
/// Rows are passed on as they are made, unless they are sorted or grouped.
package final class RowMaker {
  /// Takes a row, and returns whether it wants more.
  package typealias Receiver = (JSONNode) -> Demand

  let stages: RowStages
  /// The names of the file, with their values, and those of the current row.
  var scope: Scope
  let source: Provenance
  let head: EndpointSpec
  private let refusesSecrets: Bool
  private let limit: Int?
  private(set) var sorter: RowSorter?
  private var grouper: RowGrouper?
  private var count = 0
  private var isStopped = false
  /// The number of the current row, counted from 1; 0 while groups are made.
  var number = 0
  var isStream = false
  /// Whether the paths of the parts have led somewhere.
  var watches: [PathWatch]
  /// The regular expressions of paths; each value has the full number of steps.
  var patterns = PathPatterns()
  /// The index of the last part that a path or `each` finds; each of its values begins a row.
  let lastFound: Int?
  /// The number of parts that are made before the condition is checked.
  let partsOfCondition: Int
  /// The provenance of everything that decided which rows there are, and what they are.
  package internal(set) var provenance: Provenance

  /// Throws a ``Failure`` if the limit is not a whole number from 1 to ``RowStages/mostRows``.
  package init(
    _ stages: RowStages, in scope: Scope, from source: Provenance, of head: EndpointSpec,
    refusingSecrets refusesSecrets: Bool = false
  ) throws(Failure) {
    self.refusesSecrets = refusesSecrets
    self.stages = stages
    self.scope = scope.forRows()
    watches = stages.sources.map { _ in PathWatch() }
    self.scope.absences = AbsenceWatch(stages.referencesToRows, whole: stages.names.first)
    self.source = source
    self.head = head
    provenance = source
    partsOfCondition = stages.partsOfCondition
    lastFound = stages.sources.lastIndex { source in
      if case .value = source.content { false } else { true }
    }
    let limit = try stages.limit(in: scope)
    self.limit = limit?.rows
    if let limit { provenance.join(limit.provenance) }
    if stages.grouping != nil { grouper = RowGrouper() }
    if !stages.sorting.isEmpty { sorter = RowSorter(by: stages.sorting, atMost: limit?.rows) }
  }

  /// Whether a document makes one value, rather than a list of rows.
  package var isSingle: Bool {
    let areSingle = stages.sources.allSatisfy { source in
      switch source.content {
      case .path(let path): path.path.isSingular
      case .value: true
      case .each: false
      }
    }
    return areSingle && stages.grouping == nil && stages.sorting.isEmpty && stages.limit == nil
      || stages.isOneGroup
  }

  /// Whether all rows, also those of a stream, make one value.
  package var isOfOneGroup: Bool { stages.isOneGroup }

  /// Whether no further row is wanted.
  package var isDone: Bool { isStopped || grouper == nil && isFull }

  private var isFull: Bool {
    guard let limit, sorter == nil else { return false }
    return count >= limit
  }

  package func take(
    _ value: JSONNode, inStream isStream: Bool, _ receive: Receiver
  ) throws(Failure) {
    patterns = PathPatterns()
    self.isStream = isStream
    guard !stages.sources.isEmpty else {
      number += 1
      scope.row[RowStages.row] = Scope.Binding(Value(value), from: source)
      if try isKept() { try endRow(of: value, receive) }
      return
    }
    try bind(0, in: value, receive)
  }

  /// The path of the first part if it can be followed while a document arrives; nil otherwise.
  package var stream: JSONPathStream? {
    guard let source = stages.sources.first, case .path(let path) = source.content else {
      return nil
    }
    // What is wrong with a value in the path is found again with the whole document.
    return (try? filled(path))?.path.stream
  }

  /// Makes the rows of one child of a document that is still arriving.
  package func take(
    child: JSONNode, of stream: JSONPathStream, _ receive: Receiver
  ) throws(Failure) {
    patterns = PathPatterns()
    guard case .path(let written)? = stages.sources.first?.content else { return }
    let found: [JSONNode]
    do {
      found = try stream.rows(from: child, written.strictness(ofOne: true), patterns: patterns)
    } catch {
      throw failure(of: error, in: try filled(written))
    }
    if !found.isEmpty {
      watches[0].noteFound()
    } else if !watches[0].hasFound {
      do { watches[0].note(try stream.reach(through: child, patterns: patterns)) } catch {
        throw failure(of: error, in: try filled(written))
      }
    }
    if partsOfCondition == 0, try !isKept() { return }
    try bind(each: found, as: 0, from: source, receive)
  }

  /// Makes the rows that had to wait for the last value.
  package func finish(_ receive: Receiver) throws(Failure) {
    try refuseSecrets()
    number = 0
    if !isDone { try checkPaths() }
    if let grouper {
      for group in try grouper.sorted(isOne: stages.isOneGroup) {
        if isFull || isStopped { break }
        scope.beginRow()
        scope.row = ScopeRecord()
        scope.row[RowStages.group] = Scope.Binding(Value(group), from: provenance)
        scope.absences?.note(scope.row)
        try pass(try shaped() ?? group, receive)
      }
    }
    if !isDone { try checkNames() }
    guard let sorter else { return }
    for row in sorter.sorted() where !isStopped { isStopped = receive(row) == .stop }
  }

  func endRow(of value: JSONNode?, _ receive: Receiver) throws(Failure) {
    if isDone { return }
    scope.beginRow()
    scope.absences?.note(scope.row)
    if grouper != nil {
      let row: JSONNode
      if let value { row = value } else { row = try parts() }
      grouper?.add(row, of: try groupKey())
      return try check(
        grouper?.size, grouper?.held, of: "group", hint: "keep fewer of them with 'where'")
    }
    if let row = try shaped() ?? value { return try pass(row, receive) }
    try pass(try parts(), receive)
  }

  /// Refuses rows that a secret has made or chosen, also if there are none.
  private func refuseSecrets() throws(Failure) {
    guard refusesSecrets, provenance.secrecy != .open else { return }
    throw Failure(
      .noPermission, "a row that is saved is made of a secret", at: stages.shapeMark ?? stages.mark,
      hint: "leave the secret out of the rows: a later call could send the file elsewhere")
  }

  /// Passes a row on, or holds it to sort it later.
  private func pass(_ row: JSONNode, _ receive: Receiver) throws(Failure) {
    let keys = sorter == nil ? [] : try sortKeys()
    try refuseSecrets()
    count += 1
    guard sorter != nil else {
      isStopped = receive(row) == .stop
      return
    }
    sorter?.add(row, by: keys)
    try checkOrder()
    try check(
      sorter?.size, sorter?.held, of: "sort",
      hint: "make them smaller with 'shape', or set a 'limit'")
  }

  private func checkOrder() throws(Failure) {
    guard let (key, one, other) = sorter?.mixture else { return }
    let isShown = provenance.secrecy == .open
    let words = [one, other].map { value in
      isShown
        ? "\(Value(value).described(from: provenance))" : value.kind.typeName
    }
    let written = key.name.text.drop { key.isDescending && $0 == "-" }
    let name = if case .path = key.content { "'\(written)'" } else { "the key \(written)" }
    throw inRow(
      Failure(
        .decoding,
        "'sort' takes values of one type, but \(name) is \(words[0]) and \(words[1])",
        at: key.name.mark,
        hint: one.wayOut(beside: other, "write | number in the key if the texts are numbers")))
  }

  /// The maximum number of rows that are sorted, and of groups.
  private static let mostHeld = 1_000_000

  private func check(
    _ size: Int?, _ count: Int?, of stage: String, hint: String
  ) throws(Failure) {
    let limit: String
    if let size, size > BufferedBytes.limit {
      limit = "\(BufferedBytes.limit >> 20) MiB"
    } else if let count, count > Self.mostHeld {
      limit = "1,000,000"
    } else {
      return
    }
    throw Failure(
      .decoding, "the rows to \(stage) exceed \(limit)", at: stages.mark ?? stages.shapeMark,
      hint: hint)
  }
}

extension RowStages {
  /// Whether all rows become one group.
  var isOneGroup: Bool { if case .all = grouping { true } else { false } }

  /// The maximum number of rows, and its provenance; nil for no limit.
  fileprivate func limit(
    in scope: Scope
  ) throws(Failure) -> (rows: Int, provenance: Provenance)? {
    guard let payload = limit else { return nil }
    let binding = try rethrowing(payload.binding(in: scope)) { (error: TemplateProblem) in
      Failure(.badInput, [error.diagnostic]).withStatusOfResponses(
        in: payload.templates, scope: scope)
    }
    guard let text = binding.value?.plainText, let limit = Int(text),
      (1...Self.mostRows).contains(limit)
    else {
      throw Failure(
        .badInput, "'limit' takes a whole number from 1 to \(Self.mostRows)", at: limitMark,
        hint: "as in 'limit: 10'"
      ).withStatusOfResponses(in: payload.templates, scope: scope)
    }
    return (limit, binding.provenance)
  }
}
