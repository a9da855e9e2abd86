import APICallBase
import APICallHTTP
import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import JSONText
import YAMLTree

extension Loop {
  func rows(
    in scope: Scope, for step: String, root: FileRoot?, world: World
  ) throws(Failure) -> any RowSource {
    switch source {
    case .list(let list):
      let binding = try value(of: list, in: scope)
      return ListRows(try self.list(binding.structuredValue, of: list, in: scope), from: binding)
    case .range(let from, let to):
      let first = try value(of: from, in: scope)
      let last = try value(of: to, in: scope)
      return RangeRows(
        from: try end(first, of: from, in: scope), to: try end(last, of: to, in: scope),
        first.provenance.joined(last.provenance))
    case .rounds(let rounds): return RoundRows(rounds, in: world)
    case .csv(let path, let types):
      return try file(path, in: scope, for: step, root, world) {
        let rows = CSVRows(dialect, types: types, isSecret: $0)
        return charset.map { ConvertedRows($0, to: rows) } ?? rows
      }
    case .ndjson(let path):
      return try file(path, in: scope, for: step, root, world) { _ in LineRows() }
    case .json(let path):
      return try file(path, in: scope, for: step, root, world) { _ in ElementRows() }
    }
  }

  func checkFile(in scope: Scope, root: FileRoot?, files: any FileSystem) throws(Failure) {
    guard let path = source.path else { return }
    let found = try find(path, in: scope, root, files)
    guard files.status(of: found.file.path)?.kind != .folder else {
      throw Failure(reading: found.shown, .isFolder)
    }
  }

  func list(of payload: Payload, in scope: Scope) throws(Failure) -> JSONNode? {
    try list(value(of: payload, in: scope).structuredValue, of: payload, in: scope)
  }

  func end(of payload: Payload, in scope: Scope) throws(Failure) -> Int {
    try end(value(of: payload, in: scope), of: payload, in: scope)
  }

  private func value(of payload: Payload, in scope: Scope) throws(Failure) -> Scope.Binding {
    do {
      return try payload.binding(in: scope)
    } catch {
      throw Failure(.badInput, payload.problems(in: scope))
        .withStatusOfResponses(in: payload.templates, scope: scope)
    }
  }

  /// Checks that a value is a list; nil if there is no value, such as that of a skipped step.
  private func list(
    _ value: Value?, of payload: Payload, in scope: Scope
  ) throws(Failure) -> JSONNode? {
    guard let value, !value.isNull else { return nil }
    if case .json(let json) = value, json.kind == .array { return json }
    var hint: String?
    if case .file = value { hint = "write {csv: …}, {ndjson: …} or {json: …}" }
    let failure = Failure(
      .badInput, "'each' needs a list, but this is \(value.typeName)", at: mark, hint: hint)
    throw failure.withStatusOfResponses(in: payload.templates, scope: scope)
  }

  private func end(
    _ binding: Scope.Binding, of payload: Payload, in scope: Scope
  ) throws(Failure) -> Int {
    guard let value = binding.value, let number = value.plainText.flatMap({ Int($0) }) else {
      let text = binding.value.map { $0.plainText.map { "'\($0)'" } ?? $0.typeName } ?? "nothing"
      let met = binding.isSecret ? "a secret" : text
      let failure = Failure(
        .badInput, "the end of a range has to be a whole number, not \(met)", at: mark)
      throw failure.withStatusOfResponses(
        in: payload.templates, scope: scope, ignoringPlace: true)
    }
    return number
  }

  // MARK: Files

  private func file(
    _ path: Template, in scope: Scope, for step: String, _ root: FileRoot?, _ world: World,
    parser: (_ isSecret: Bool) -> any RowParser
  ) throws(Failure) -> any RowSource {
    let found = try find(path, in: scope, root, world.files)
    let name = found.file.path == ScriptSpec.standardInput ? "standard input" : found.shown
    let reader: any FileReader
    do throws(FileError) {
      reader = try found.file.open(in: world.files)
    } catch {
      throw Failure(reading: name, error)
    }
    guard !reader.isTerminal else {
      throw Failure(
        .usage, "the step '\(step)' reads \(name), which is a terminal", at: mark,
        hint: "write command | apicall run …, or apicall run … < file")
    }
    return FileRows(
      reader, named: name, by: parser(found.secrecy.isMasked),
      from: Provenance(found.file.isConfined ? .file : .user, found.secrecy)
        .joined(world.provenance(ofFile: found.file.path)),
      in: world)
  }

  func find(
    _ template: Template, in scope: Scope, _ root: FileRoot?, _ files: any FileSystem
  ) throws(Failure) -> (file: InputFile, shown: String, secrecy: Secrecy) {
    if template.literal == ScriptSpec.standardInput {
      return (InputFile(path: BodyFile.standardInput), ScriptSpec.standardInput, .open)
    }
    let written: ProtectedText
    let provenance: Provenance
    do {
      if let binding = try template.sole?.binding(in: scope), case .file(let file) = binding.value {
        return (file, files.shown(file.path), binding.provenance.secrecy)
      }
      provenance = try template.provenance(in: scope)
      written = try template.render(in: scope)
    } catch {
      throw Failure(.badInput, [error.diagnostic])
        .withStatusOfResponses(in: [template], scope: scope)
    }
    let file: InputFile
    do throws(FileRootProblem) {
      guard let root else { throw .missing(written.description, nil) }
      file = try root.file(written.revealed, from: provenance, at: template.mark)
    } catch {
      let problem =
        written.holdsSecret
        ? Message("the file does not exist", at: template.mark)
        : error.diagnostic(at: template.mark)
      throw Failure(.badInput, [problem]).withStatusOfResponses(in: [template], scope: scope)
    }
    let shown = written.holdsSecret ? written.description : files.shown(file.path)
    return (file, shown, written.secrecy)
  }
}
