import APICallBase
import APICallContracts
import APICallLanguage
import APICallModel
import YAMLTree

extension SpecReading {
  mutating func loop(of step: StepDraft, in root: FileRoot?) -> Loop? {
    guard let each = step.each else {
      for field in step.loopFields {
        report(
          "'\(field.key)' has no effect without 'each'", at: field.keyMark,
          hint: field.key == "loop"
            ? "write 'each:' for what the loop runs over" : "add 'each', or remove the line")
      }
      return nil
    }
    var loop = step.loop
    guard let source = source(each, in: root, &loop) else { return nil }
    loop.source = source
    loop.mark = each.value.mark
    if let charset = loop.charset, charset != .utf8, let failures = loop.failures {
      report(
        "'failures' would write UTF-8, but the rows are read as \(charset.rawValue)",
        at: failures.mark, hint: "remove it; 'results' names the rows that failed")
    }
    if loop.rounds != nil, loop.parallel > 1 || loop.batch != nil || loop.failures != nil {
      report(
        "'rounds' has no rows: each round begins after the one before it has ended",
        at: loop.mark, hint: "leave out 'parallel', 'batch' and 'failures'")
    }
    if loop.onError == .stop, loop.mostFailures != nil {
      report(
        "'on_error: stop' ends the loop after one failure, and 'stop_after' after more",
        at: step.mark, hint: "remove one of them")
    }
    return loop
  }

  private mutating func source(
    _ each: Node.Entry, in root: FileRoot?, _ loop: inout Loop
  ) -> Loop.Source? {
    if each.value.items != nil { return .list(payload(each)) }
    if each.value.entries != nil { return named(each, in: root, &loop) }
    guard let text = text(each) else { return nil }
    let template = wholeTemplate(text, at: each.value.mark)
    if template.sole != nil, !each.value.isRaw { return .list(.text(template)) }
    let ending = text.split(separator: ".").last.map(String.init) ?? ""
    let isFile = ["csv", "json", "ndjson"].contains(ending)
    return reject(
      each, takes: "a list, or a map with a range or a file",
      hint: isFile
        ? "write 'each: {\(ending): \(text)}'"
        : "as in 'each: <users.ids>', 'each: {csv: users.csv}' or 'each: {range: [1, 10]}'")
  }

  private mutating func named(
    _ each: Node.Entry, in root: FileRoot?, _ loop: inout Loop
  ) -> Loop.Source? {
    var draft = LoopSourceDraft()
    read(each.value, as: LoopFields.source, into: &draft, named: "'each'")
    guard let source = draft.source else {
      return reject(
        "'each' has nothing to loop over", at: each.value.mark,
        hint: "add one of 'range', 'csv', 'ndjson', 'json' and 'rounds', or write a list instead")
    }
    if let types = draft.types, source.key != "csv" {
      report(
        "'types' has no effect with '\(source.key)'", at: types.keyMark,
        hint: "it sets the types of the columns of a CSV file")
    }
    check(draft.table, beside: source, types: draft.types)
    (loop.dialect, loop.charset) = (draft.table.dialect, draft.table.charset)
    if source.key == "range" { return range(source) }
    if source.key == "rounds" { return rounds(source).map { .rounds($0) } }
    guard let path = template(source) else { return nil }
    confine(path, in: root)
    switch source.key {
    case "csv": return .csv(path, types: draft.columns)
    case "ndjson": return .ndjson(path)
    default: return .json(path)
    }
  }

  /// Checks a path that is written out; whether the file exists is checked later.
  private mutating func confine(_ path: Template, in root: FileRoot?) {
    guard let literal = path.literal, literal != ScriptSpec.standardInput else { return }
    do throws(FileRootProblem) {
      guard let root else { throw .missing(literal, nil) }
      _ = try root.resolve(literal, at: path.mark)
    } catch {
      if case .missing = error, root != nil { return }
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
    let payloads = ends.map { payload(entry.holding($0)) }
    for (end, payload) in zip(ends, payloads) {
      if case .text(let template) = payload, template.sole != nil { continue }
      if case .literal(let number) = payload, Int(number) != nil { continue }
      return reject(
        "the ends of a range are whole numbers, not \(described(end))", at: end.mark,
        hint: "as in 'range: [1, 10]' or 'range: [1, <count>]'")
    }
    return .range(from: payloads[0], to: payloads[1])
  }

  /// Reports the files of loops that do not exist, unless a step may save them.
  mutating func checkFiles(of script: ScriptSpec, in root: FileRoot?) {
    guard let root, !script.writesFiles else { return }
    for step in script.steps {
      guard let path = step.loop?.source.path, let literal = path.literal,
        literal != ScriptSpec.standardInput
      else { continue }
      do throws(FileRootProblem) {
        _ = try root.resolve(literal, at: path.mark)
      } catch {
        if case .missing = error { report(error.diagnostic(at: path.mark)) }
      }
    }
  }

  /// Reports standard input that would have to be read twice.
  mutating func checkReaders(of script: ScriptSpec) {
    var first: Step?
    for step in script.steps where step.readsStandardInput {
      if let first {
        report(
          "standard input can be read once, but the steps '\(first.name)' and '\(step.name)' "
            + "both read it", at: step.loop?.source.path?.mark ?? step.mark,
          hint: "use a file for one of them")
      } else if step.retry != nil || step.poll != nil, case .script = step.callee {
        report(
          "standard input can be read once, but '\(step.name)' may call a script that reads it "
            + "several times", at: step.mark, hint: "use a file instead")
      } else if step.loop != nil, case .script = step.callee {
        report(
          "standard input can be read once, but each iteration of '\(step.name)' calls a "
            + "script that reads it", at: step.mark, hint: "use a file instead")
      }
      first = first ?? step
    }
  }
}
