import APICallBase
import APICallModel
import APICallText
import YAMLTree

/// The fields of a loop.
enum LoopFields {
  static let all: [Field<StepDraft>] = [
    Field(
      "each", "a list, or a map with a range or a file",
      .either([.template, .list(of: .anything), .table(source)]),
      "Run the step once for each item of a list, number of a range, or row of a file."
    ) { step, entry, _ in step.each = entry },
    Field(
      "parallel", "a whole number", .number(isWhole: true, 1...Double(Loop.mostParallel)),
      "How many iterations run at the same time; default 1."
    ) {
      $0.loopFields.append($1)
      if let count = $2.count($1, from: 1, upTo: Loop.mostParallel) { $0.loop.parallel = count }
    },
    Field(
      "rate", "a rate such as 10/s",
      .textMatching("^([1-9][0-9]{0,2}|1000)/[smh]$"),
      "How many iterations start per second, minute or hour, evenly spaced."
    ) {
      $0.loopFields.append($1)
      if let rate = $2.rate($1) { $0.loop.rate = rate }
    },
    Field(
      "on_error", "stop or continue", .words(["stop", "continue"]),
      "What happens after an iteration fails; default stop."
    ) {
      $0.loopFields.append($1)
      if let goesOn = $2.goesOnAfterError($1) { $0.loop.continuesOnError = goesOn }
    },
  ]

  /// The fields of a map in `each`.
  static let source: [Field<LoopSourceDraft>] = [
    Field(
      "range", "a list of two whole numbers", .list(of: .anything, isNeeded: true),
      "Run the step for each whole number from the first to the last."
    ) { $2.take($1, into: &$0) }.giving(.iterations),
    Field(
      "csv", "the path of a file, or -", .path,
      "A file of comma-separated values (RFC 4180)."
    ) { $2.take($1, into: &$0) }.giving(.iterations),
    Field(
      "types", "a map of types",
      .map(of: .words(InputType.ofColumns.map(\.rawValue)), named: "COLUMN"),
      "The types of the CSV columns that are not text."
    ) {
      $0.types = $1
      $0.columns = $2.columns($1)
    },
    Field(
      "ndjson", "the path of a file, or -", .path, "A file with one JSON value per line."
    ) { $2.take($1, into: &$0) }.giving(.iterations),
    Field(
      "json", "the path of a file, or -", .path, "A file with a JSON list."
    ) { $2.take($1, into: &$0) }.giving(.iterations),
  ]
}

extension InputType {
  static let ofColumns: [InputType] = [.string, .integer, .number, .boolean, .array, .object]
}

extension SpecReading {
  /// Sets the source of a loop; a second one is a problem.
  fileprivate mutating func take(_ entry: Node.Entry, into draft: inout LoopSourceDraft) {
    if let former = draft.source {
      report(
        "both '\(former.key)' and '\(entry.key)' set what the step loops over", at: entry.keyMark,
        hint: "keep one of them")
    } else {
      draft.source = entry
    }
  }

  fileprivate mutating func rate(_ entry: Node.Entry) -> Loop.Rate? {
    guard let text = text(entry) else { return nil }
    if let rate = Loop.Rate(written: text) { return rate }
    return reject(
      "'\(text)' is not a rate", at: entry.value.mark,
      hint: "write a number per second, minute or hour, from 1 to \(Loop.Rate.most): "
        + "10/s, 90/m or 500/h")
  }

  fileprivate mutating func goesOnAfterError(_ entry: Node.Entry) -> Bool? {
    switch entry.value.scalar?.text {
    case "continue": return true
    case "stop": return false
    default:
      return reject(entry, takes: WordList.alternatives(["stop", "continue"]))
    }
  }

  fileprivate mutating func columns(_ entry: Node.Entry) -> [Loop.Column] {
    guard let entries = map(entry.value, of: "'types'"),
      isShort(entries.count, entry, most: Self.nameLimit)
    else { return [] }
    let known = InputType.ofColumns.map(\.rawValue)
    return entries.compactMap { entry in
      guard let text = text(entry) else { return nil }
      guard let type = InputType(rawValue: text), InputType.ofColumns.contains(type) else {
        return reject(
          "'\(text)' is not a column type", at: entry.value.mark,
          hint: InputType.hint(for: text)
            ?? Nearest.hint(for: text, among: known, noun: "types"))
      }
      return Loop.Column(name: entry.key, mark: entry.keyMark, type: type)
    }
  }
}

/// The fields of a map in `each`.
struct LoopSourceDraft: Sendable {
  var source: Node.Entry?
  var types: Node.Entry?
  var columns: [Loop.Column] = []
}
