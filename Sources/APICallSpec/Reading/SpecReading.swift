package import APICallBase
import Patterns
package import YAMLTree

/// The reading of one file and those that it extends: collects every problem, so that all are
/// reported at once.
package struct SpecReading: Sendable {
  /// What was found wrong so far.
  package private(set) var problems: [Diagnostic] = []
  /// Where YAML itself could not be read.
  private var unreadable: [Place] = []
  /// What was said and where: a value that aliases repeat has its problems once.
  private var told: [Told] = []
  /// How many problems are listed; a file with more is not read by a person to its end.
  private static let limit = 100
  /// Whether there are more problems than are listed.
  private(set) var isFull = false
  /// Whether the inputs and the lets could be read at all; where not, names are not looked up.
  var knowsInputs = true
  /// The steps that are left for the searches of all patterns.
  var patternSteps = 2 * Pattern.Limits.steps
  /// Whether a file that is extended could not be read: what seems to be missing may stand there.
  private(set) var isPartial = false
  /// The files that are extended, as messages show them.
  var bases: [String] = []
  /// Header fields, in lower case, that may be removed though nothing of that name is inherited.
  var removableHeaders: [String] = []
  /// Whether `auth` may be removed though none is inherited.
  var hasRemovableAuth = false

  /// Begins with the problems that the YAML reader found.
  package init(_ yaml: YAMLReading) {
    problems = yaml.problems.map(Diagnostic.init)
    unreadable = yaml.problems.map { Place($0.mark) }
  }

  /// Adds the problems that the YAML reader found in another file.
  mutating func include(_ yaml: YAMLReading) {
    for problem in yaml.problems { report(Diagnostic(problem)) }
    unreadable += yaml.problems.map { Place($0.mark) }
  }

  /// Notes that a file which is extended could not be read.
  mutating func missLayer() {
    isPartial = true
    knowsInputs = false
  }

  /// Whether enough has been said about a value.
  func isUnreadable(_ node: Node) -> Bool { unreadable.contains(Place(node.mark)) }

  /// Notes a place about which enough has been said.
  mutating func ignore(_ mark: Mark) { unreadable.append(Place(mark)) }

  /// Notes a problem.
  mutating func report(
    _ message: String, at mark: Mark, hint: String? = nil, notes: [Diagnostic.Note] = []
  ) {
    report(Diagnostic(message, at: mark, hint: hint, notes: notes))
  }

  /// Notes a problem; what YAML cannot read comes as an empty value, which is no second problem.
  mutating func report(_ problem: Diagnostic) {
    guard !isFull else { return }
    if let mark = problem.mark {
      let place = Place(mark)
      let told = Told(place: place, message: problem.message)
      guard !unreadable.contains(place), !self.told.contains(told) else { return }
      self.told.append(told)
    }
    isFull = problems.count == Self.limit
    if !isFull { problems.append(problem) }
  }

  /// Notes a problem where a value is wanted: there is none then.
  mutating func reject<Value>(_ problem: Diagnostic) -> Value? {
    report(problem)
    return nil
  }

  /// Notes a problem where a value is wanted: there is none then.
  mutating func reject<Value>(_ message: String, at mark: Mark, hint: String? = nil) -> Value? {
    reject(Diagnostic(message, at: mark, hint: hint))
  }

  /// The failure that all problems make, in the order of the lines they point at.
  ///
  /// - Parameters:
  ///   - status: the exit status.
  ///   - source: the file whose problems come first.
  /// - Returns: the failure; nil if there is no problem.
  package func failure(_ status: ExitStatus, in source: Source) -> Failure? {
    guard !problems.isEmpty else { return nil }
    let more = isFull ? [Diagnostic("there are more problems than the \(Self.limit) above")] : []
    return Failure(status, problems.inOrder(from: source) + more)
  }

  /// Reads a map field by field: unknown keys and empty values are problems.
  ///
  /// - Parameters:
  ///   - node: the map.
  ///   - fields: the fields it may have.
  ///   - target: what they are read into.
  ///   - what: the map in the words of messages, such as `an endpoint`.
  ///   - form: how the value is to be written, where it is no map and what is meant is clear.
  mutating func read<Target>(
    _ node: Node, as fields: [Field<Target>], into target: inout Target, named what: String,
    form: String? = nil
  ) {
    guard let entries = map(node, of: what, form: form) else { return }
    for (index, entry) in entries.enumerated() {
      guard !isFull else { return }
      guard let field = fields.first(where: { $0.name == entry.key }) else {
        let known = fields.map(\.name)
        // What makes a file a script is a field of none that is not one.
        let meant = what == "an endpoint" ? known + [Script.mark] : known
        let near = Nearest.word(to: entry.key, among: meant)
        let path =
          entry.key.hasPrefix("$") && known.contains("body")
          ? "write a path into the response under 'body', as in 'body: {\(entry.key): …}'" : nil
        report(
          "unknown field '\(entry.key)'", at: entry.keyMark,
          hint: path ?? (near == nil ? commaHint(entries, at: index, in: node) : nil)
            ?? (near == Script.mark
              ? "did you mean '\(Script.mark)'?"
              : Nearest.hint(for: entry.key, among: known, noun: "fields")))
        continue
      }
      if entry.value.scalar?.kind == .null, case .words(let words) = field.about.shape {
        refuse(entry, takes: WordList.alternatives(words))
        continue
      }
      field.read(&target, entry, &self)
    }
  }

  /// The entries of a map; nil, with a problem, if the node is none.
  mutating func map(_ node: Node, of what: String, form: String? = nil) -> [Node.Entry]? {
    if let entries = node.entries { return entries }
    let isEmpty = node.scalar?.kind == .null
    return reject(
      isEmpty
        ? "\(what) has no value: it takes a map" : "\(what) takes a map, not \(described(node))",
      at: node.mark, hint: form.map { "write \($0)" } ?? spaceHint(node, "a map"))
  }

  /// The items of a list; nil, with a problem, if the node is none.
  mutating func list(_ entry: Node.Entry) -> [Node]? {
    if let items = entry.value.items { return items }
    return reject(entry, takes: "a list", hint: listForm(entry).map { "write \($0)" })
  }

  /// The text of a scalar that is not null, as written; nil, with a problem, otherwise.
  mutating func text(
    _ entry: Node.Entry, takes words: String = "text", hint: String? = nil
  ) -> String? {
    guard let scalar = entry.value.scalar, scalar.kind != .null
    else { return reject(entry, takes: words, hint: hint) }
    return scalar.text
  }

  /// Text with placeholders; nil, with a problem, if the value is no text.
  mutating func template(_ entry: Node.Entry) -> Template? {
    guard let text = text(entry) else { return nil }
    if entry.value.isRaw { return Template(literal: text, at: entry.value.mark) }
    return template(text, at: entry.value.mark)
  }

  /// Text with placeholders; with problems where some of them cannot be read.
  mutating func template(_ text: String, at mark: Mark) -> Template {
    do {
      return try Template(text, at: mark)
    } catch {
      for problem in error.all { report(problem.diagnostic) }
      return error.template
    }
  }

  /// True or false; nil, with a problem, for anything else.
  mutating func boolean(_ entry: Node.Entry) -> Bool? {
    if case .boolean(let value) = entry.value.scalar?.kind { return value }
    refuseBoolean(entry)
    return nil
  }

  /// A name with its place; nil, with a problem, if the value is no text.
  mutating func name(_ entry: Node.Entry) -> WrittenName? {
    text(entry).map { WrittenName(text: $0, mark: entry.value.mark) }
  }

  /// Notes that a value has the wrong type, or is missing.
  mutating func refuse(_ entry: Node.Entry, takes words: String, hint: String? = nil) {
    if isFull || isUnreadable(entry.value) { return }
    if entry.value.scalar?.kind == .null {
      report("'\(entry.key)' has no value", at: entry.keyMark, hint: emptyHint(entry, words))
    } else {
      report(
        "'\(entry.key)' takes \(words), not \(described(entry.value))", at: entry.value.mark,
        hint: hint ?? spaceHint(entry.value, words))
    }
  }

  /// Notes that a value has the wrong type, or is missing: there is none to be had then.
  mutating func reject<Value>(
    _ entry: Node.Entry, takes words: String, hint: String? = nil
  ) -> Value? {
    refuse(entry, takes: words, hint: hint)
    return nil
  }

  /// A value that has the wrong type, in the words of messages.
  func described(_ node: Node) -> String {
    guard let scalar = node.scalar else { return node.typeName }
    let text = scalar.text.count > 60 ? scalar.text.prefix(60) + "…" : scalar.text
    return scalar.kind == .text ? "the text '\(text)'" : "'\(text)'"
  }

  /// A place in one of several files.
  private struct Place: Equatable {
    var source: ObjectIdentifier
    var start: Mark.Position

    init(_ mark: Mark) {
      source = ObjectIdentifier(mark.source)
      start = mark.start
    }
  }

  private struct Told: Equatable {
    var place: Place
    var message: String
  }
}
