package import APICallBase
import APICallLanguage
import APICallModel
import APICallText
import Patterns
package import YAMLTree

/// The reading of a file and the files that it extends: collects all problems, so that they are
/// reported together.
///
/// A function that reads a value returns nil, and reports the problem, if the value is not valid.
package struct SpecReading: Sendable {
  package private(set) var problems: [Message] = []
  /// The places that YAML could not read.
  private var unreadable: [Place] = []
  /// The problems by text and place: a value that aliases repeat is reported once.
  private var told: [Told] = []
  private static let limit = 100
  private(set) var isFull = false
  /// Whether the inputs and lets could be read; if not, names are not checked.
  var knowsInputs = true
  /// The steps that remain for the searches of all patterns.
  var patternSteps = 2 * Pattern.Limits.steps
  /// Whether an extended file could not be read; fields that seem to be missing may be in it.
  private(set) var isPartial = false
  /// The extended files, as messages show them.
  var bases: [String] = []
  /// Header fields, in lower case, that may be removed even if they are not inherited.
  var removableHeaders: [String] = []
  /// Whether `auth` may be removed even if it is not inherited.
  var hasRemovableAuth = false

  package init(_ yaml: YAMLReading) {
    problems = yaml.problems.map(Message.init)
    unreadable = yaml.problems.map { Place($0.mark) }
  }

  mutating func include(_ yaml: YAMLReading) {
    for problem in yaml.problems { report(Message(problem)) }
    unreadable += yaml.problems.map { Place($0.mark) }
  }

  mutating func missLayer() {
    isPartial = true
    knowsInputs = false
  }

  func isUnreadable(_ node: Node) -> Bool { unreadable.contains(Place(node.mark)) }

  /// Marks a place as reported already.
  mutating func ignore(_ mark: Mark) { unreadable.append(Place(mark)) }

  mutating func report(
    _ message: String, at mark: Mark, hint: String? = nil, notes: [Message.Note] = []
  ) {
    report(Message(message, at: mark, hint: hint, notes: notes))
  }

  /// Reports a problem; an empty value that YAML could not read is not reported again.
  mutating func report(_ problem: Message) {
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

  /// Reports a problem with a required value, and returns nil.
  mutating func reject<Value>(_ problem: Message) -> Value? {
    report(problem)
    return nil
  }

  mutating func reject<Value>(_ message: String, at mark: Mark, hint: String? = nil) -> Value? {
    reject(Message(message, at: mark, hint: hint))
  }

  /// The failure with all problems, in the order of their lines.
  package func failure(_ status: ExitStatus, in source: Source) -> Failure? {
    guard !problems.isEmpty else { return nil }
    let more = isFull ? [Message("there are more problems than the \(Self.limit) above")] : []
    return Failure(status, problems.inOrder(from: source) + more)
  }

  /// Reads a map field by field; unknown keys and empty values are problems.
  mutating func read<Target>(
    _ node: Node, as fields: [Field<Target>], into target: inout Target, named what: String,
    form: String? = nil
  ) {
    guard let entries = map(node, of: what, form: form) else { return }
    for (index, entry) in entries.enumerated() {
      guard !isFull else { return }
      guard let field = fields.first(where: { $0.name == entry.key }) else {
        let known = fields.map(\.name)
        // The field that makes a file a script is not a field of an endpoint.
        let meant = what == "an endpoint" ? known + [ScriptSpec.mark] : known
        let near = Nearest.word(to: entry.key, among: meant)
        let path =
          entry.key.hasPrefix("$") && known.contains("body")
          ? "write a path into the response under 'body', as in 'body: {\(entry.key): …}'" : nil
        report(
          "unknown field '\(entry.key)'", at: entry.keyMark,
          hint: path ?? FieldHabits.hint(for: entry.key, among: meant)
            ?? (near == nil ? commaHint(entries, at: index, in: node) : nil)
            ?? (near == ScriptSpec.mark && entry.key != ScriptSpec.mark
              ? "did you mean '\(ScriptSpec.mark)'?"
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

  mutating func map(_ node: Node, of what: String, form: String? = nil) -> [Node.Entry]? {
    if let entries = node.entries { return entries }
    let isEmpty = node.scalar?.kind == .null
    return reject(
      isEmpty
        ? "\(what) has no value: it takes a map" : "\(what) takes a map, not \(described(node))",
      at: node.mark, hint: form.map { "write \($0)" } ?? spaceHint(node, "a map"))
  }

  mutating func list(_ entry: Node.Entry) -> [Node]? {
    if let items = entry.value.items { return items }
    return reject(entry, takes: "a list", hint: listForm(entry).map { "write \($0)" })
  }

  /// The text of a scalar that is not null, as written.
  mutating func text(
    _ entry: Node.Entry, takes words: String = "text", hint: String? = nil
  ) -> String? {
    guard let scalar = entry.value.scalar, scalar.kind != .null
    else { return reject(entry, takes: words, hint: hint) }
    return scalar.text
  }

  mutating func template(_ entry: Node.Entry) -> Template? {
    guard let text = text(entry) else { return nil }
    if entry.value.isRaw { return Template(literal: text, at: entry.value.mark) }
    return template(text, at: entry.value.mark)
  }

  /// Text with placeholders; invalid placeholders are problems.
  mutating func template(_ text: String, at mark: Mark) -> Template {
    do {
      return try Template(text, at: mark)
    } catch {
      for problem in error.all { report(problem.diagnostic) }
      return error.template
    }
  }

  /// Text that is one placeholder to its last `>`, or text with placeholders.
  mutating func wholeTemplate(_ text: String, at mark: Mark) -> Template {
    do {
      return try Template.whole(text, at: mark) ?? template(text, at: mark)
    } catch {
      for problem in error.all { report(problem.diagnostic) }
      return error.template
    }
  }

  /// Text with placeholders, or one placeholder to the last `>` if only that can be read.
  mutating func templateOrWhole(_ text: String, at mark: Mark) -> Template {
    let parts = try? Template(text, at: mark)
    if let parts, parts.sole != nil || parts.endsWithSecondPlaceholder { return parts }
    if let whole = try? Template.whole(text, at: mark) { return whole }
    return parts ?? template(text, at: mark)
  }

  mutating func boolean(_ entry: Node.Entry) -> Bool? {
    if case .boolean(let value) = entry.value.scalar?.kind { return value }
    refuseBoolean(entry)
    return nil
  }

  mutating func name(_ entry: Node.Entry) -> WrittenName? {
    text(entry).map { WrittenName(text: $0, mark: entry.value.mark) }
  }

  /// Reports a value that is missing or has the wrong type.
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

  mutating func reject<Value>(
    _ entry: Node.Entry, takes words: String, hint: String? = nil
  ) -> Value? {
    refuse(entry, takes: words, hint: hint)
    return nil
  }

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
