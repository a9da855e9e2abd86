package import APICallBase
package import APICallSpec
package import JSONText

/// Makes rows of values: applies `select`, `where`, `group`, `shape`, `sort` and `limit`.
///
/// Rows are passed on as they are made, unless they are sorted or grouped.
package final class RowMaker {
  /// A row.
  package enum Row {
    /// A value as it came.
    case found(JSONValue)
    /// The JSON text of a value that was made.
    case made([UInt8])
  }

  /// Takes a row; it may refuse the next ones.
  package typealias Receiver = (Row) throws -> Void

  private let stages: RowStages
  /// The names of the file, with their values, and those of the current row.
  private var scope: Scope
  /// The provenance of the values.
  private let source: Provenance
  private let head: Endpoint
  private let refusesSecrets: Bool
  private let limit: Int?
  private var held: HeldRows?
  private var groups: RowGroups?
  private var count = 0
  /// The number of the current row, counted from 1; 0 while groups are made.
  private var number = 0
  /// The regular expressions of paths; each value has the full number of steps.
  private var patterns = PathPatterns()
  /// The index of the last part that a path finds; each of its values begins a row.
  private let lastPath: Int?
  private let nothing = (try? JSONDocument(Array("null".utf8)))?.root
  /// The provenance of everything that decided which rows there are, and what they are.
  package private(set) var provenance: Provenance

  /// Creates a maker.
  ///
  /// - Parameters:
  ///   - stages: the stages.
  ///   - scope: the names of the file, with their values.
  ///   - source: the provenance of the values that it will take.
  ///   - head: the file; paths of files in conditions are relative to it.
  ///   - refusesSecrets: whether no row may be made of a secret.
  /// - Throws: a ``Failure`` if the limit is not a whole number from 1.
  package init(
    _ stages: RowStages, in scope: Scope, from source: Provenance, of head: Endpoint,
    refusingSecrets refusesSecrets: Bool = false
  ) throws(Failure) {
    self.refusesSecrets = refusesSecrets
    self.stages = stages
    self.scope = scope
    self.source = source
    self.head = head
    provenance = source
    lastPath = stages.sources.lastIndex { source in
      if case .value = source.content { false } else { true }
    }
    limit = try Self.limit(stages, in: scope)
    if stages.grouping != nil { groups = RowGroups() }
    if !stages.sorting.isEmpty { held = HeldRows(by: stages.sorting, atMost: limit) }
  }

  private static func limit(_ stages: RowStages, in scope: Scope) throws(Failure) -> Int? {
    guard let payload = stages.limit else { return nil }
    let value: Value?
    do throws(TemplateProblem) {
      value = try payload.binding(in: scope).value
    } catch {
      throw Failure(.badInput, [error.diagnostic])
    }
    guard let text = value?.plainText, let limit = Int(text), limit >= 1 else {
      throw Failure(
        .badInput, "'limit' takes a whole number from 1", at: stages.limitMark,
        hint: "as in 'limit: 10'")
    }
    return limit
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

  /// Whether no further row is wanted.
  package var isDone: Bool {
    groups == nil && isFull
  }

  /// Whether as many rows were passed on as are wanted.
  private var isFull: Bool {
    guard let limit, held == nil else { return false }
    return count >= limit
  }

  /// Makes the rows of a value.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - isStream: whether it is one of a stream, in which a value may have nothing to select.
  ///   - receive: takes each row.
  /// - Throws: a ``Failure`` if an expression cannot be computed, and what the receiver throws.
  package func take(
    _ value: JSONValue, inStream isStream: Bool, _ receive: Receiver
  ) throws {
    patterns = PathPatterns()
    if !isStream, let source = stages.sources.first, case .path(let path) = source.content,
      path.path.isSingular, try places(of: path, in: value).count == 0
    {
      throw Failure(
        .decoding, "the response has nothing at \(path.path)", at: source.mark,
        hint: ResponseContents.hint(of: value))
    }
    guard !stages.sources.isEmpty else {
      number += 1
      scope.row[RowStages.row] = Scope.Binding(Value(value), from: source)
      return try endRow(of: value, receive)
    }
    try bind(0, in: value, receive)
  }

  /// The path of the first part if it can be followed while a document arrives; nil otherwise.
  package var stream: JSONPathStream? {
    guard let source = stages.sources.first, case .path(let path) = source.content else {
      return nil
    }
    // What is wrong with a value in the path is found again with the whole document.
    return (try? path.path(in: scope) { provenance.join($0) })?.stream
  }

  /// Makes the rows of one child of a document that is still arriving.
  ///
  /// - Parameters:
  ///   - child: the child.
  ///   - stream: the path that leads to it, which is that of the first part.
  ///   - receive: takes each row.
  /// - Throws: a ``Failure`` if an expression cannot be computed, and what the receiver throws.
  package func take(
    child: JSONValue, of stream: JSONPathStream, _ receive: Receiver
  ) throws {
    patterns = PathPatterns()
    let found: [JSONValue]
    do {
      found = try stream.select(from: child, patterns: patterns)
    } catch {
      throw Failure(.decoding, "cannot evaluate \(stream.path): \(error)", at: stages.mark)
    }
    try bind(each: found, as: 0, receive)
  }

  /// Makes the rows that had to wait for the last value.
  package func finish(_ receive: Receiver) throws {
    number = 0
    if let groups {
      for group in try groups.sorted(isOne: stages.isOneGroup) {
        if isFull { break }
        scope = scope.forRow()
        scope.row = ScopeRecord()
        scope.row[RowStages.group] = Scope.Binding(group, from: provenance)
        try pass(.made(try stages.shape.map { try made($0) } ?? group.jsonText), receive)
      }
    }
    guard let held else { return }
    for row in held.sorted() { try receive(.made(row)) }
  }

  /// Binds the parts of a row from one on, and makes a row of each combination.
  private func bind(_ index: Int, in value: JSONValue, _ receive: Receiver) throws {
    guard index < stages.sources.count else {
      return try endRow(of: stages.areNamed ? nil : value, receive)
    }
    let part = stages.sources[index]
    switch part.content {
    case .value(let payload):
      scope = scope.forRow()
      scope.row[part.name] = try evaluated { () throws(TemplateProblem) in
        try payload.bindingIfPresent(in: scope)
      }
      try bind(index + 1, in: value, receive)
    case .each(let payload):
      scope = scope.forRow()
      let list = try evaluated { () throws(TemplateProblem) in
        try payload.bindingIfPresent(in: scope)
      }
      for item in try items(of: list, at: part) {
        if isDone { return }
        if index == lastPath { number += 1 }
        scope.row[part.name] = Scope.Binding(Value(item), from: list.provenanceOfWhole)
        try bind(index + 1, in: item, receive)
      }
    case .path(let path):
      let found = try places(of: path, in: value)
      if path.path.isSingular, found.count == 0 {
        // The first path says where the values are; the others may find nothing in one of them.
        guard index > 0 else { return }
        scope.row[part.name] = Scope.Binding(nil, from: source)
        // The next paths go through this part, so they find nothing, either.
        return try bind(index + 1, in: nothing ?? value, receive)
      }
      try bind(each: found, as: index, receive)
    }
  }

  /// Binds a part to each of several values, and makes the rows of each.
  private func bind(
    each values: some Sequence<JSONValue>, as index: Int, _ receive: Receiver
  ) throws {
    for value in values {
      if isDone { return }
      if index == lastPath { number += 1 }
      scope.row[stages.sources[index].name] = Scope.Binding(Value(value), from: source)
      try bind(index + 1, in: value, receive)
    }
  }

  /// The items of a computed list; a missing list and null have none.
  private func items(
    of list: Scope.Binding, at part: RowStages.Source
  ) throws(Failure) -> [JSONValue] {
    guard let value = list.value else { return [] }
    if case .json(let json) = value {
      if json.kind == .array { return Array(json.elements) }
      if json.isNull { return [] }
    }
    // No item has begun a row yet.
    number += 1
    let placeholder = part.content.templates.first?.placeholders.first
    let hint: String? =
      switch value {
      case .text: "'lines' and 'split' make a list of a text"
      case .json(let json) where json.kind == .object: "'to_entries' makes a list of a map"
      case .json, .bytes, .file: nil
      }
    throw failure(
      of: Diagnostic(
        "'each' needs a list, but \(placeholder?.text ?? part.name) is \(value.typeName)",
        at: placeholder?.mark ?? part.mark, hint: hint))
  }

  private func places(
    of written: ParameterPath, in value: JSONValue
  ) throws(Failure) -> JSONPathPlaces {
    let path = try evaluated { () throws(TemplateProblem) in
      try written.path(in: scope) { provenance.join($0) }
    }
    do {
      return try path.places(in: value, patterns: path.usesPatterns ? patterns : nil)
    } catch {
      throw Failure(.decoding, "cannot evaluate \(path): \(error)", at: stages.mark)
    }
  }

  /// Ends a row whose parts are bound.
  ///
  /// - Parameters:
  ///   - value: the only part; nil if the parts have names.
  ///   - receive: takes the row.
  /// - Throws: a ``Failure`` if an expression cannot be computed, and what the receiver throws.
  private func endRow(of value: JSONValue?, _ receive: Receiver) throws {
    if isDone { return }
    scope = scope.forRow()
    guard try isKept() else { return }
    if groups != nil {
      let key = try groupKey()
      groups?.add(try value.map { Array($0.bytes) } ?? parts(), of: key)
      if let size = groups?.size, size > BufferedBytes.limit { throw tooMuch("group") }
      return
    }
    if let shape = stages.shape {
      try pass(.made(try made(shape)), receive)
    } else if let value {
      try pass(.found(value), receive)
    } else {
      try pass(.made(try parts()), receive)
    }
  }

  /// Passes a row on, or holds it to sort it later.
  private func pass(_ row: Row, _ receive: Receiver) throws {
    if refusesSecrets, provenance.secrecy != .open {
      throw Failure(
        .noPermission, "a row that is saved is made of a secret",
        at: stages.shapeMark ?? stages.mark,
        hint: "leave the secret out of the rows: a later call could send the file elsewhere")
    }
    count += 1
    guard held != nil else { return try receive(row) }
    switch row {
    case .found(let value): held?.add(value, by: try sortKeys())
    case .made(let bytes):
      guard let document = try? JSONDocument(bytes) else { return }
      held?.add(document.root, by: try sortKeys())
    }
    if let size = held?.size, size > BufferedBytes.limit { throw tooMuch("sort") }
  }

  /// The values of the keys that are computed for the current row.
  private func sortKeys() throws(Failure) -> [JSONValue?] {
    var keys: [JSONValue?] = []
    for key in stages.sorting {
      guard case .value(let payload) = key.content else { continue }
      let binding = try evaluated { () throws(TemplateProblem) in
        try payload.bindingIfPresent(in: scope)
      }
      provenance.join(binding.provenance)
      keys.append(binding.value.flatMap { try? JSONDocument($0.jsonText).root })
    }
    return keys
  }

  /// Whether the condition holds for the current row; a missing value is false.
  private func isKept() throws -> Bool {
    guard let condition = stages.condition else { return true }
    if let bare = condition.bare {
      let binding = try evaluated { () throws(TemplateProblem) in
        try bare.bindingIfPresent(in: scope)
      }
      provenance.join(binding.provenance)
      guard let value = binding.value else { return false }
      if case .json(let json) = value, let boolean = json.boolean { return boolean }
    } else {
      // A part that does not decide need not have a value.
      for placeholder in condition.templates.flatMap(\.placeholders) {
        let found = try? placeholder.bindingIfPresent(in: scope).provenance
        if let found { provenance.join(found) }
      }
    }
    return try condition.holds(in: scope, of: head)
  }

  private func groupKey() throws -> [UInt8] {
    guard case .key(let payload) = stages.grouping else { return Array("null".utf8) }
    let binding = try evaluated { () throws(TemplateProblem) in
      try payload.bindingIfPresent(in: scope)
    }
    provenance.join(binding.provenance)
    return binding.value?.jsonText ?? Array("null".utf8)
  }

  /// The JSON text of the shape for the current row.
  private func made(_ shape: Payload) throws -> [UInt8] {
    var bytes: [UInt8] = []
    try evaluated { () throws(TemplateProblem) in
      try shape.appendRow(in: scope, to: &bytes) { provenance.join($0) }
    }
    return bytes
  }

  /// The parts of a row as a map.
  private func parts() throws -> [UInt8] {
    var bytes: [UInt8] = [UInt8(ascii: "{")]
    for part in stages.sources {
      if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
      JSONWriter.append(string: part.name, to: &bytes)
      bytes.append(UInt8(ascii: ":"))
      if let binding = scope.row[part.name] { provenance.join(binding.provenance) }
      bytes += scope.row[part.name]?.value?.jsonText ?? Array("null".utf8)
    }
    return bytes + [UInt8(ascii: "}")]
  }

  private func evaluated<Result>(
    _ compute: () throws(TemplateProblem) -> Result
  ) throws(Failure) -> Result {
    do throws(TemplateProblem) { return try compute() } catch {
      throw failure(of: error.diagnostic)
    }
  }

  /// The failure of a problem in the current row.
  private func failure(of problem: Diagnostic) -> Failure {
    var problem = problem
    if number > 0, let mark = problem.mark {
      problem.notes.append(Diagnostic.Note("in row \(number)", at: mark))
    }
    return Failure(.badInput, [problem])
      .withStatusOfResponses(in: stages.templates, scope: scope)
  }

  private func tooMuch(_ stage: String) -> Failure {
    Failure(
      .decoding, "the rows to \(stage) exceed \(BufferedBytes.limit >> 20) MiB",
      at: stages.mark ?? stages.shapeMark, hint: "select fewer members, or filter with 'where'")
  }
}

extension RowStages {
  /// Whether all rows become one group.
  fileprivate var isOneGroup: Bool { if case .all = grouping { true } else { false } }
}

extension Condition {
  /// The placeholder that it is, if it has no matchers; nil for another condition.
  fileprivate var bare: Placeholder? {
    guard case .holds(.text(let template), let matchers, _) = self, matchers.isEmpty
    else { return nil }
    return template.sole
  }
}
