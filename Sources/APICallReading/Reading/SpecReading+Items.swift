import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallText
import JSONText
import YAMLTree

extension SpecReading {
  mutating func entries(
    _ entry: Node.Entry, takes words: String, hint: String? = nil, most: Int = .max
  ) -> [Node.Entry]? {
    guard let entries = entry.value.entries else { return reject(entry, takes: words, hint: hint) }
    return isShort(entries.count, entry, most: most) ? entries : nil
  }

  /// Whether a word is a valid header field name; otherwise it is a problem.
  mutating func isHeaderName(_ name: String, at mark: Mark) -> Bool {
    guard !HeaderSyntax.isName(name) else { return true }
    report(
      "'\(name)' cannot be the name of a header field", at: mark,
      hint: "a name is letters, digits and hyphens, without spaces or colons")
    return false
  }

  /// Reads the name of a field of a response, and its position in brackets: `Set-Cookie[0]`.
  mutating func receivedField(
    _ text: String, at mark: Mark
  ) -> (name: String, position: FieldPosition)? {
    let name = String(text.prefix { $0 != "[" })
    guard isHeaderName(name, at: mark) else { return nil }
    let suffix = text.dropFirst(name.count)
    if suffix.isEmpty { return (name, .any) }
    if let position = FieldPosition(suffix: suffix) { return (name, position) }
    return reject(
      "'\(suffix)' is not the position of a field", at: mark,
      hint: "write \(name)[0] for the first, \(name)[-1] for the last, or \(name)[*] for all")
  }

  mutating func headerName(_ entry: Node.Entry) -> String? {
    text(entry).flatMap { isHeaderName($0, at: entry.value.mark) ? $0 : nil }
  }

  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ entry: Node.Entry, of type: Word.Type, _ noun: String,
    hint: (String) -> String? = { _ in nil }, problem: (String) -> String
  ) -> Word? {
    guard let text = text(entry) else { return nil }
    if let word = Word(rawValue: text) { return word }
    return reject(
      problem(text), at: entry.value.mark,
      hint: hint(text)
        ?? Nearest.hint(for: text, among: type.allCases.map(\.rawValue), noun: noun))
  }

  /// Reads the items of a query, a form or the headers: a map from names to text.
  ///
  /// A list repeats the name, and null leaves the item out.
  ///
  /// Returns the items in order; invalid items are left out.
  mutating func items(_ entry: Node.Entry, nested: String) -> [WrittenItem] {
    let hint = itemsForm(entry).map { "write \($0)" }
    var items: [WrittenItem] = []
    for item in entries(entry, takes: "a map of names and values", hint: hint) ?? [] {
      guard !isFull else { break }
      var values: [Template] = []
      switch item.value.content {
      case .scalar: if let value = itemValue(item) { values.append(value) }
      case .sequence(let nodes):
        for node in nodes {
          let element = item.holding(node)
          if node.scalar == nil {
            report("'\(item.key)' takes a list of text, not of \(node.typeName)", at: node.mark)
          } else if !isEmpty(node, of: nil), let value = itemValue(element) {
            values.append(value)
          }
        }
      case .mapping:
        report("'\(item.key)' takes text or a list, not a map", at: item.value.mark, hint: nested)
      }
      items.append(WrittenItem(name: item.key, mark: item.keyMark, values: values))
    }
    return items
  }

  /// One value of an item; nil for a written `null`, or with a problem.
  mutating func itemValue(_ entry: Node.Entry) -> Template? {
    if let scalar = entry.value.scalar, scalar.kind == .null, !scalar.text.isEmpty { return nil }
    return template(entry)
  }

  static let reservedNames = ["each", "index", "hosts", "secret", "request", "error", "kept"]

  mutating func checkName(_ entry: Node.Entry, reserved: [String], kind: String) {
    if !Identifier.isValid(entry.key) {
      report(
        "'\(entry.key)' cannot be the name of \(kind)", at: entry.keyMark,
        hint: "a name is letters, digits, _ and -, and begins with a letter or _")
    } else if reserved.contains(entry.key) {
      report(
        "'\(entry.key)' cannot be the name of \(kind): it is reserved", at: entry.keyMark,
        hint: kind == "an output"
          ? "in scripts it is the response's \(entry.key); write another name: new_\(entry.key)"
          : "reserved names: \(reserved.joined(separator: ", "))")
    }
  }

  /// Names that `--print` and scripts use for other parts of a response.
  static let reservedOutputNames = ["status", "headers", "body", "url"]

  /// The maximum number of inputs, and of lets, of an endpoint.
  static let nameLimit = 256

  /// Reports names of header fields that differ only in case.
  mutating func checkRepeats(in headers: [WrittenItem]) {
    guard headers.count > 1 else { return }
    // Sorted, not hashed: the first dictionary of a run takes longer than all names of a typical
    // spec.
    let names = headers.enumerated().map { (name: $1.name.lowercased(), place: $0) }
      .sorted { ($0.name, $0.place) < ($1.name, $1.place) }
    for (former, latter) in zip(names, names.dropFirst()) where former.name == latter.name {
      let first = headers[former.place]
      let header = headers[latter.place]
      guard first.mark.source === header.mark.source else { continue }
      report(
        "'\(header.name)' repeats the header field '\(first.name)'", at: header.mark,
        hint: "case does not matter in names; to repeat a field, write a list:"
          + " \(first.name): [a, b]",
        notes: [Message.Note("the first", at: first.mark)])
    }
  }

  /// Whether a map or a list is short enough for linear searches; otherwise it is a problem.
  mutating func isShort(_ count: Int, _ field: Node.Entry, most: Int) -> Bool {
    guard count > most else { return true }
    report("'\(field.key)' has more than \(most) entries", at: field.keyMark)
    return false
  }

  mutating func someItems(_ entry: Node.Entry) -> [Node]? {
    guard let items = list(entry) else { return nil }
    guard isShort(items.count, entry, most: Self.nameLimit) else { return nil }
    guard !items.isEmpty
    else { return reject("'\(entry.key)' is an empty list", at: entry.value.mark) }
    return items
  }

  /// Reads a choice by name: the name, or a map with the name as `type` and its options.
  mutating func choice(_ entry: Node.Entry) -> WrittenName? {
    guard let entries = entry.value.entries else { return name(entry) }
    var choice: WrittenName?
    var options: [GivenOption] = []
    var isNamed = false
    for option in entries {
      if option.key == "type" {
        isNamed = true
        choice = name(option)
      } else if let text = optionText(option) {
        let value = Template(literal: text, at: option.value.mark)
        var given = GivenOption(name: option.key, mark: option.keyMark, value: value)
        given.isList = option.value.items != nil
        options.append(given)
      }
    }
    if !isNamed {
      report(
        "'\(entry.key)' has no type", at: entry.keyMark,
        hint: options.first { $0.name == "name" }?.value.literal.map {
          "the key of the name is 'type': write 'type: \($0)'"
        } ?? "add 'type: …' with the name")
    }
    choice?.options = options
    return choice
  }

  /// Reads the value of an option; a list of names becomes JSON.
  mutating func optionText(_ entry: Node.Entry) -> String? {
    guard let items = entry.value.items else { return text(entry) }
    let names = items.compactMap { text(entry.holding($0)) }
    guard names.count == items.count else { return nil }
    var bytes: [UInt8] = []
    BuiltJSON.texts(names).append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Reads `decode`: a choice, or a map with a charset alone.
  mutating func readDecoding(_ entry: Node.Entry, into parts: inout EndpointSpec.Parts) {
    let option = DecodeSettings.charsetOption
    guard let entries = entry.value.entries, entries.count == 1, entries[0].key == option.name
    else {
      parts.decode = choice(entry)
      return
    }
    guard let name = text(entries[0]) else { return }
    parts.charset = Charset(rawValue: name)
    if let wanted = option.wanted(inPlaceOf: name) {
      report("'charset' takes \(wanted), not '\(name)'", at: entries[0].value.mark)
    }
  }

  mutating func check(_ choice: WrittenName?, of role: Role, _ registry: Registry) {
    guard let choice else { return }
    do {
      guard let options = try registry.options(of: role, named: choice.text) else {
        return report(
          "unknown \(role.noun) '\(choice.text)'", at: choice.mark,
          hint: registry.hint(for: choice.text, as: role))
      }
      for given in choice.options { check(given, of: choice.text, role, among: options) }
    } catch {
      reportUnusable(choice.text, at: choice.mark, error)
    }
  }

  mutating func reportUnusable(_ name: String, at mark: Mark, _ failure: Failure) {
    report(
      failure.diagnostics.first?.message ?? "the plugin '\(name)' cannot be used", at: mark,
      hint: "'apicall plugins doctor' lists what is wrong with it")
  }

  private mutating func check(
    _ given: GivenOption, of name: String, _ role: Role, among options: [RoleOption]
  ) {
    guard let option = options.first(where: { $0.name == given.name }) else {
      return report(
        "the \(role.noun) '\(name)' has no option '\(given.name)'", at: given.mark,
        hint: options.isEmpty
          ? "it has no options"
          : Nearest.hint(
            for: given.name, among: options.map(\.name) + ["type"], noun: "options"))
    }
    if given.isList, option.kind != .names {
      return report("'\(given.name)' takes text, not a list", at: given.value.mark)
    }
    guard let wanted = option.wanted(inPlaceOf: given.value.written) else { return }
    report(
      "'\(given.name)' takes \(wanted), not '\(given.value.written)'", at: given.value.mark)
  }
}
