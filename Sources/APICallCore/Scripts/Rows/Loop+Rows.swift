import JSONText
import YAMLTree

extension Loop {
  /// Finds what a step is run for.
  ///
  /// - Parameters:
  ///   - scope: the script's names, with their values.
  ///   - step: the name of the step.
  ///   - root: where files that the script names have to be.
  ///   - world: where files are.
  /// - Returns: the rows, to be taken one by one.
  /// - Throws: a ``Failure`` where there are none to be had.
  func rows(
    in scope: Scope, for step: String, root: FileRoot?, world: World
  ) throws(Failure) -> any RowSource {
    switch source {
    case .list(let list):
      let binding = try value(of: list, in: scope)
      return ListRows(try self.list(binding.value), isSecret: binding.isSecret)
    case .range(let from, let to):
      let first = try value(of: from, in: scope)
      let last = try value(of: to, in: scope)
      return RangeRows(
        from: try end(first.value), to: try end(last.value),
        isSecret: first.isSecret || last.isSecret)
    case .csv(let path, let types):
      return try file(path, by: CSVRows(types: types), in: scope, for: step, root, world)
    case .ndjson(let path):
      return try file(path, by: LineRows(), in: scope, for: step, root, world)
    case .json(let path):
      return try file(path, by: ElementRows(), in: scope, for: step, root, world)
    }
  }

  private func value(of payload: Payload, in scope: Scope) throws(Failure) -> Scope.Binding {
    do {
      return try payload.binding(in: scope)
    } catch {
      throw Failure(.badInput, payload.problems(in: scope)).withOwnStatus
    }
  }

  /// A list; none where there is no value, as of a step that was skipped.
  private func list(_ value: Value?) throws(Failure) -> JSONValue? {
    guard let value, !value.isNull else { return nil }
    if case .json(let json) = value, json.kind == .array { return json }
    var hint: String?
    if case .file = value { hint = "write {csv: …}, {ndjson: …} or {json: …} around it" }
    throw Failure(
      .badInput, "'each' goes through a list, and this is \(value.typeName)", at: mark, hint: hint)
  }

  private func end(_ value: Value?) throws(Failure) -> Int {
    guard let value, let number = value.plainText.flatMap({ Int($0) }) else {
      let met = value.map { $0.plainText.map { "'\($0)'" } ?? $0.typeName } ?? "nothing"
      throw Failure(.badInput, "an end of a range is a whole number, not \(met)", at: mark)
    }
    return number
  }

  // MARK: Files

  private func file(
    _ path: Template, by parser: any RowParser, in scope: Scope, for step: String,
    _ root: FileRoot?, _ world: World
  ) throws(Failure) -> any RowSource {
    let found = try find(path, in: scope, root, world.files)
    let name = found.path == Script.standardInput ? "standard input" : found.shown
    let reader: any FileReader
    do throws(FileError) {
      reader = try world.files.open(found.path)
    } catch {
      throw Failure(reading: name, error)
    }
    guard !reader.isTerminal else {
      throw Failure(
        .usage, "the step '\(step)' reads \(name), which is a terminal", at: mark,
        hint: "send it there: command | apicall run …, or apicall run … < file")
    }
    return FileRows(reader, named: name, by: parser, isSecret: found.isSecret, in: world)
  }

  /// Where a file is, and its name in messages: one that the user named is anywhere, one that the
  /// script names in its project.
  private func find(
    _ template: Template, in scope: Scope, _ root: FileRoot?, _ files: any FileSystem
  ) throws(Failure) -> (path: String, shown: String, isSecret: Bool) {
    if template.literal == Script.standardInput { return ("-", "-", false) }
    let written: ProtectedText
    do {
      if let binding = try template.sole?.binding(in: scope), case .file(let file) = binding.value {
        return (file.path, files.shown(file.path), binding.isSecret)
      }
      written = try template.render(in: scope)
    } catch {
      throw Failure(.badInput, [error.diagnostic]).withOwnStatus
    }
    let path: String
    do throws(FileRootProblem) {
      guard let root else { throw .missing(written.description, nil) }
      path = try root.resolve(written.revealed, at: template.mark)
    } catch {
      throw Failure(.badInput, [error.diagnostic(at: template.mark)])
    }
    guard files.status(of: path)?.kind != .other else {
      throw Failure(reading: files.shown(path), .other("it is not a regular file"))
    }
    return (path, files.shown(path), written.holdsSecret)
  }
}
