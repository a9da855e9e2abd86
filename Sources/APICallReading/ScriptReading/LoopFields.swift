import APICallBase
import APICallModel
import APICallText
import YAMLTree

/// The fields of a loop.
enum LoopFields {
  static let all: [Field<StepDraft>] =
    [
      Field(
        "each", "a list, or a map with a range or a file",
        .either([.template, .list(of: .anything), .table(source)]),
        "Run the step once for each item of a list, number of a range, or row of a file."
      ) { step, entry, _ in step.each = entry }
    ] + settings.prefix(3) + [
      Field(
        "loop", "a map", .table(settings), "How the iterations run, and what is kept about rows."
      ) { step, entry, reading in
        let outside = step.loopFields
        step.loopFields = []
        reading.read(entry.value, as: settings, into: &step, named: "'loop'")
        for field in step.loopFields {
          guard let other = outside.first(where: { $0.key == field.key }) else { continue }
          reading.report(
            "'\(field.key)' is set twice", at: field.keyMark, hint: "remove one of them",
            notes: [Message.Note("the other one", at: other.keyMark)])
        }
        step.loopFields = outside + [entry]
      }
    ]

  /// The fields of `loop`; the first three may also stand beside `each`.
  private static let settings = ownSettings.map { field in
    var noted = field
    noted.read = {
      $0.loopFields.append($1)
      field.read(&$0, $1, &$2)
    }
    return noted
  }

  private static let ownSettings: [Field<StepDraft>] = [
    Field(
      "parallel", "a whole number", .number(isWhole: true, 1...Double(Loop.mostParallel)),
      "How many iterations run at the same time; default 1."
    ) {
      if let count = $2.count($1, from: 1, upTo: Loop.mostParallel) { $0.loop.parallel = count }
    },
    Field(
      "rate", "a rate such as 10/s, or a map", .either([RateFields.text, .table(RateFields.all)]),
      "How many iterations start per second, minute or hour, evenly spaced."
    ) { $2.rate($1, of: &$0.loop) },
    Field(
      "on_error", "stop or continue", .words(["stop", "continue"]),
      "What happens after an iteration fails; default stop."
    ) { $0.loop.onError = $2.word($1) },
    Field(
      "stop_after", "a whole number", .number(isWhole: true, 1...Double(Loop.mostFailures)),
      "Stop the loop after this number of failed iterations; without it, on_error decides."
    ) { $0.loop.mostFailures = $2.count($1, from: 1, upTo: Loop.mostFailures) },
    Field(
      "exit", "a whole number",
      .number(
        isWhole: true,
        Double(ExitStatus.choices.lowerBound)...Double(ExitStatus.choices.upperBound)),
      "The exit status, from 10 to 63, if some iterations failed, and all were made; default 10."
    ) { if let status = $2.chosenStatus($1) { $0.loop.exit = status } },
    Field(
      "order", "rows or any", .words(Loop.Order.allCases.map(\.rawValue)),
      "Whether output is printed in the order of the rows, or as iterations end; default rows."
    ) { if let order: Loop.Order = $2.word($1) { $0.loop.order = order } },
    Field(
      "batch", "a whole number", .number(isWhole: true, 1...Double(Loop.mostRowsOfBatch)),
      "How many rows an iteration has, as a list; without it, each row has an iteration."
    ) { $0.loop.batch = $2.count($1, from: 1, upTo: Loop.mostRowsOfBatch) },
    Field(
      "failed", "a placeholder or a map", .condition,
      "The condition for a row to have failed although its call succeeded."
    ) { $0.loop.failed = $2.condition($1) },
    Field("key", "a text", .template, "The text by which results name a row.") {
      $0.loop.key = $2.template($1)
    },
    Field(
      "results", "a path", .path,
      "A file with a line about each row: whether it succeeded, and why not."
    ) { $0.loop.results = $2.template($1) },
    Field(
      "failures", "a path", .path, "A file with the rows that failed, in the form of the source."
    ) { $0.loop.failures = $2.template($1) },
  ]

  /// The fields of a map in `each`.
  static let source: [Field<LoopSourceDraft>] =
    [
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
      Field(
        "rounds", "a whole number, or a map", RoundFields.shape,
        "Run the step again and again, each time with what is kept of the last round."
      ) { $2.take($1, into: &$0) }.giving(.iterations),
    ] + CSVFields.all
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

  mutating func rate(_ entry: Node.Entry) -> Loop.Rate? {
    guard let text = text(entry) else { return nil }
    if let rate = Loop.Rate(written: text) { return rate }
    return reject(
      "'\(text)' is not a rate", at: entry.value.mark,
      hint: "write a number per second, minute or hour, from 1 to \(Loop.Rate.most): "
        + "10/s, 90/m or 500/h")
  }

  /// Reads one of the words of an enumeration.
  fileprivate mutating func word<Word>(_ entry: Node.Entry) -> Word?
  where Word: RawRepresentable<String> & CaseIterable {
    if let word = entry.value.scalar.flatMap({ Word(rawValue: $0.text) }) { return word }
    return reject(entry, takes: WordList.alternatives(Word.allCases.map(\.rawValue)))
  }

  mutating func chosenStatus(_ entry: Node.Entry) -> ExitStatus? {
    let choices = ExitStatus.choices
    return count(entry, from: choices.lowerBound, upTo: choices.upperBound)
      .map { .chosen(Int32($0)) }
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
      return Loop.Column(name: entry.key, type: type)
    }
  }
}

/// The fields of a map in `each`.
struct LoopSourceDraft: Sendable {
  var source: Node.Entry?
  var types: Node.Entry?
  var columns: [Loop.Column] = []
  var table = CSVTableDraft()
}
