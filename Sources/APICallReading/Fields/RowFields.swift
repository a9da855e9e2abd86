import APICallLanguage
import APICallModel
import APICallText
import YAMLTree

/// The fields that make rows of the values of a response.
enum RowFields {
  static func all<Owner>(_ rows: any Sendable & WritableKeyPath<Owner, RowStages>) -> [Field<Owner>]
  {
    [
      Field(
        "select", "a JSONPath, or a map of them and of placeholders",
        .either([
          .textMatching(SchemaPattern.jsonPath),
          .map(of: .either([.text, .table(each)]), named: "NAME"),
        ]),
        "The parts of the response's value that are printed."
      ) { $2.readSelect($1, into: &$0[keyPath: rows]) },
      Field(
        "where", "a placeholder or a map", .condition,
        "The condition for keeping a row; placeholders use the row as `it`."
      ) { $0[keyPath: rows].condition = $2.condition($1) },
      Field(
        "group", "a placeholder, or all", .anything,
        "The value by which rows are put into groups: group.key and group.items."
      ) { $0[keyPath: rows].grouping = $2.grouping($1) ?? .all },
      Field(
        "shape", "any value", .anything,
        "The value that is made anew for each row or group."
      ) {
        $0[keyPath: rows].shape = $2.payload($1, isMade: true)
        $0[keyPath: rows].shapeMark = $1.value.mark
      },
      Field(
        "sort", "a text or a list of texts", .either([.text, .list(of: .text)]),
        "The members by which rows are sorted; -NAME sorts downwards."
      ) { $0[keyPath: rows].sorting = $2.sorting($1) },
      Field(
        "limit", "a whole number or a placeholder",
        .either([.number(isWhole: true, 1...Double(RowStages.mostRows)), .template]),
        "The maximum number of rows."
      ) {
        $0[keyPath: rows].limit = $2.rowLimit($1)
        $0[keyPath: rows].limitMark = $1.value.mark
      },
    ]
  }

  /// The field of a part of a row that is each item of a list.
  static let each: [Field<Payload?>] = [
    Field("each", "a placeholder", .template, "The list whose items make rows of their own.") {
      $0 = $2.expression($1)
    }
  ]
}

extension SpecReading {
  fileprivate mutating func readSelect(_ entry: Node.Entry, into rows: inout RowStages) {
    rows.mark = entry.value.mark
    rows.isOfOption = entry.value.mark.source.isOption
    guard entry.value.entries != nil else {
      guard let path = parameterPath(entry) else { return }
      rows.sources = [
        RowStages.Source(name: RowStages.row, mark: entry.value.mark, content: .path(path))
      ]
      return
    }
    let hint = "as in 'select: {order: $.orders[*], line: $.lines[*]}'"
    let entries =
      entries(entry, takes: "a map of JSONPaths", hint: hint, most: Self.nameLimit) ?? []
    if entries.isEmpty { report("'select' is an empty map", at: entry.value.mark, hint: hint) }
    rows.areNamed = true
    for entry in entries {
      checkName(entry, reserved: Self.reservedNames + [RowStages.group], kind: "a part of a row")
      if let content = rowContent(entry) {
        rows.sources.append(
          RowStages.Source(name: entry.key, mark: entry.keyMark, content: content))
      }
    }
  }

  private mutating func rowContent(_ entry: Node.Entry) -> RowStages.Source.Content? {
    if entry.value.entries?.contains(where: { $0.key == "each" }) == true {
      var items: Payload?
      read(entry.value, as: RowFields.each, into: &items, named: "the part '\(entry.key)'")
      if case .text(let template) = items, let path = template.literal, path.hasPrefix("$"),
        !entry.value.isRaw
      {
        return reject(
          "'each' takes a placeholder, not the path '\(path)'", at: template.mark,
          hint: "write '\(entry.key): \(path)[*]', which makes a row of each item")
      }
      return items.map { .each($0) }
    }
    reportPaths(in: entry.value, of: entry.key)
    guard case .text = entry.value.scalar?.kind, let text = entry.value.scalar?.text,
      text.hasPrefix("$")
    else { return .value(payload(entry, isMade: true)) }
    return parameterPath(entry).map { .path($0) }
  }

  /// Reports paths inside a part that is a list or a map, where they would be text.
  private mutating func reportPaths(in node: Node, of part: String) {
    for child in node.items ?? node.entries?.map(\.value) ?? [] {
      reportPaths(in: child, of: part)
      guard case .text = child.scalar?.kind, let path = child.scalar?.text, !child.isRaw,
        path.hasPrefix("$.") || path.hasPrefix("$[")
      else { continue }
      report(
        "'\(path)' is text here: a part of a row is one path, or a value with placeholders",
        at: child.mark, hint: "make the path a part of its own, and write <its name> here")
    }
  }

  fileprivate mutating func grouping(_ entry: Node.Entry) -> RowStages.Grouping? {
    if entry.value.scalar?.text == "all" { return .all }
    let key = expression(entry)
    guard !key.templates.flatMap(\.placeholders).isEmpty else {
      return reject(
        entry, takes: "a placeholder, or all", hint: "as in 'group: <it.kind>', or 'group: all'")
    }
    return .key(key)
  }

  fileprivate mutating func sorting(_ entry: Node.Entry) -> [RowStages.SortKey] {
    guard entry.value.items != nil else { return sortKey(entry).map { [$0] } ?? [] }
    return (list(entry) ?? []).compactMap { sortKey(entry.holding($0)) }
  }

  private mutating func sortKey(_ entry: Node.Entry) -> RowStages.SortKey? {
    let hint = "as in 'sort: [-count, name]': members of the rows, with - for the largest first"
    guard let text = text(entry, takes: "the name of a member", hint: hint) else { return nil }
    let isDescending = text.hasPrefix("-")
    let rest = isDescending ? String(text.dropFirst()) : text
    let name = WrittenName(text: text, mark: entry.value.mark)
    if !entry.value.isRaw, rest.hasPrefix("<") {
      let template = wholeTemplate(rest, at: entry.value.mark)
      guard template.sole != nil else {
        return reject(entry, takes: "the name of a member or a placeholder", hint: hint)
      }
      let value = Payload.text(template)
      return RowStages.SortKey(content: .value(value), isDescending: isDescending, name: name)
    }
    var path: [Reference.Step] = []
    if rest != "." {
      for name in rest.split(atByte: ".", omittingEmpty: false) {
        guard !name.isEmpty else {
          return reject(
            "'\(text)' is not the name of a member", at: entry.value.mark, hint: hint)
        }
        path.append(.member(String(name)))
      }
    }
    return RowStages.SortKey(content: .path(path), isDescending: isDescending, name: name)
  }

  fileprivate mutating func rowLimit(_ entry: Node.Entry) -> Payload? {
    if case .text = entry.value.scalar?.kind {
      let value = expression(entry)
      if case .text(let template) = value, template.sole != nil { return value }
      return reject(entry, takes: "a whole number or a placeholder", hint: "as in 'limit: 10'")
    }
    return count(entry, from: 1, upTo: RowStages.mostRows).map { .literal(String($0)) }
  }
}
