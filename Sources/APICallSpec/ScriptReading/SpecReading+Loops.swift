import APICallBase
import YAMLTree

extension SpecReading {
  /// Reads what a step is run for.
  ///
  /// - Parameters:
  ///   - step: the step.
  ///   - root: where files that the script names have to be.
  /// - Returns: the loop; nil where the step is run once, and, with a problem, where it cannot be
  ///   read.
  mutating func loop(of step: StepDraft, in root: FileRoot?) -> Loop? {
    guard let each = step.loop.each else {
      for field in step.loop.fields {
        report(
          "'\(field.key)' is of no use without 'each'", at: field.keyMark,
          hint: "'each' says what the step is run for")
      }
      return nil
    }
    guard let source = source(each, in: root) else { return nil }
    return Loop(
      source: source, mark: each.value.mark, parallel: step.loop.parallel, rate: step.loop.rate,
      continuesOnError: step.loop.continuesOnError)
  }

  private mutating func source(_ each: Node.Entry, in root: FileRoot?) -> Loop.Source? {
    if each.value.items != nil { return .list(payload(each, placeholders: true)) }
    if each.value.entries != nil { return named(each, in: root) }
    guard let text = text(each) else { return nil }
    let template = template(text, at: each.value.mark)
    if template.sole != nil, !each.value.isRaw { return .list(.text(template)) }
    let ending = text.split(separator: ".").last.map(String.init) ?? ""
    let isFile = ["csv", "json", "ndjson"].contains(ending)
    return reject(
      each, takes: "a list, or a map with a range or a file",
      hint: isFile
        ? "write 'each: {\(ending): \(text)}'"
        : "as in 'each: <users.ids>', 'each: {csv: users.csv}' or 'each: {range: [1, 10]}'")
  }

  /// Reads a source that is a map.
  private mutating func named(_ each: Node.Entry, in root: FileRoot?) -> Loop.Source? {
    var draft = LoopSourceDraft()
    read(each.value, as: LoopSourceFields.all, into: &draft, named: "'each'")
    guard let source = draft.source else {
      return reject(
        "'each' does not say what is gone through", at: each.value.mark,
        hint: "write one of 'range', 'csv', 'ndjson' and 'json' in it, or a list in its place")
    }
    if let types = draft.types, source.key != "csv" {
      report(
        "'types' is of no use beside '\(source.key)'", at: types.keyMark,
        hint: "it says what columns of a CSV file hold")
    }
    if source.key == "range" { return range(source) }
    guard let path = template(source) else { return nil }
    confine(path, in: root)
    switch source.key {
    case "csv": return .csv(path, types: draft.columns)
    case "ndjson": return .ndjson(path)
    default: return .json(path)
    }
  }

  /// Looks for a file whose path is written out.
  private mutating func confine(_ path: Template, in root: FileRoot?) {
    guard let literal = path.literal, literal != Script.standardInput else { return }
    do throws(FileRootProblem) {
      guard let root else { throw .missing(literal, nil) }
      _ = try root.resolve(literal, at: path.mark)
    } catch {
      report(error.diagnostic(at: path.mark))
    }
  }

  private mutating func range(_ entry: Node.Entry) -> Loop.Source? {
    if let items = entry.value.items, items.count != 2 {
      return reject(
        "'range' takes a list of two whole numbers, not of \(items.count)", at: entry.value.mark,
        hint: "as in 'range: [1, 10]', 10 included")
    }
    guard let ends = entry.value.items else {
      return reject(
        entry, takes: "a list of two whole numbers", hint: "as in 'range: [1, 10]', 10 included")
    }
    let payloads = ends.map { payload(entry.holding($0), placeholders: true) }
    for (end, payload) in zip(ends, payloads) {
      if case .text(let template) = payload, template.sole != nil { continue }
      if case .literal(let number) = payload, Int(number) != nil { continue }
      return reject(
        "an end of a range is a whole number, not \(described(end))", at: end.mark,
        hint: "as in 'range: [1, 10]' or 'range: [1, <count>]'")
    }
    return .range(from: payloads[0], to: payloads[1])
  }

  /// Notes standard input that would have to be read twice.
  mutating func checkReaders(of script: Script) {
    var first: Step?
    for step in script.steps where step.readsStandardInput {
      if let first {
        report(
          "standard input can be read once, and both the steps '\(first.name)' and '\(step.name)' "
            + "take it", at: step.loop?.source.path?.mark ?? step.mark,
          hint: "put one of them into a file")
      } else if step.loop != nil, case .script = step.callee {
        report(
          "standard input can be read once, and each round of the step '\(step.name)' calls a "
            + "script that takes it", at: step.mark, hint: "put it into a file")
      }
      first = first ?? step
    }
  }
}
