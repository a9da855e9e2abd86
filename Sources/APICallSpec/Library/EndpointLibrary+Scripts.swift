package import APICallBase
package import YAMLTree

/// What a file describes: one call, or a sequence of them.
package enum Runnable: Sendable {
  case endpoint(Endpoint)
  case script(Script)

  /// Its file, its summary and its inputs.
  package var head: Endpoint {
    switch self {
    case .endpoint(let endpoint): endpoint
    case .script(let script): script.head
    }
  }
}

extension EndpointLibrary {
  /// The most scripts that call one another.
  private static let maximumDepth = 16

  /// Reads a file, whether it is an endpoint or a script.
  ///
  /// - Parameters:
  ///   - path: its path, which messages show as it is.
  ///   - profile: the profile that was asked for; the project's own when nil.
  ///   - overrides: what the command line sets, of an endpoint.
  /// - Returns: what the file describes, without a single problem.
  /// - Throws: a ``Failure``: 66 where a file cannot be read, 65 where it is wrong, 64 for an unknown
  ///   profile and where something is set of a script, 77 and 78 for the project file.
  package func runnable(
    at path: String, profile: Destination.Profile? = nil, overrides: Overrides = Overrides()
  ) throws(Failure) -> Runnable {
    try runnable(from: source(at: path), profile: profile, overrides: overrides)
  }

  /// Reads a file whose text is known already.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - profile: the profile that was asked for; the project's own when nil.
  ///   - overrides: what the command line sets, of an endpoint.
  /// - Returns: what the file describes, without a single problem.
  /// - Throws: as ``runnable(at:profile:overrides:)``.
  package func runnable(
    from source: Source, profile: Destination.Profile? = nil, overrides: Overrides = Overrides()
  ) throws(Failure) -> Runnable {
    var context = try context(of: source, profile: profile)
    context.overrides = overrides
    return try runnable(from: source, in: context, below: [])
  }

  private func runnable(
    from source: Source, in context: ReadingContext, below chain: [(path: String, name: String)]
  ) throws(Failure) -> Runnable {
    let yaml = YAMLReader.spec.read(source)
    var context = context
    context.finder = finder(for: source, below: chain)
    guard let root = yaml.root, root.entry(Script.mark) != nil
    else { return .endpoint(try reader.read(yaml, of: source, in: context)) }
    guard context.overrides.isOfSelectionAlone else {
      throw Failure(
        .usage, "'\(source.name)' is a script: options cannot change its requests",
        hint: "pass inputs as name=value, or change the file")
    }
    var reader = ScriptReader(yaml, of: source, in: context, by: self.reader)
    return .script(try reader.read(root))
  }

  /// What finds the files that a file calls.
  ///
  /// - Parameters:
  ///   - source: the file.
  ///   - chain: the files that call one another down to it, by canonical path.
  /// - Returns: what finds them.
  func finder(
    for source: Source, below chain: [(path: String, name: String)] = []
  ) -> CalleeFinder {
    { (written, mark, context) throws(Failure) in
      let path = files.canonicalPath(of: source.name) ?? source.name
      return try callee(written, at: mark, in: context, below: chain + [(path, source.name)])
    }
  }

  /// Finds and reads what a step calls, or what a file needs.
  ///
  /// - Parameters:
  ///   - written: a path that ends in `.yaml`, relative to the file that wrote it, else a name
  ///     below the project's `endpoints/`.
  ///   - mark: where it is written.
  ///   - context: what the file that wrote it is read with.
  ///   - chain: the files that call one another, the one that wrote it last.
  /// - Returns: what is called; nil if the project says that all its files need this one, and the
  ///   file is this one, or is called by it.
  /// - Throws: a ``Failure``: where there is no such file, where it is wrong, and where scripts
  ///   call one another in a circle.
  private func callee(
    _ written: String, at mark: Mark, in context: ReadingContext,
    below chain: [(path: String, name: String)]
  ) throws(Failure) -> Callee? {
    let path = try calledPath(written, at: mark, in: context)
    let name = files.shown(path)
    if chain.contains(where: { $0.path == path }) {
      if mark.source === context.project?.source { return nil }
      let circle = (chain.map(\.name) + [name]).joined(separator: " -> ")
      throw Failure(
        .badInput, "files call one another in a circle: \(circle)", at: mark,
        hint: "remove one of these calls")
    }
    guard chain.count < Self.maximumDepth else {
      throw Failure(
        .badInput, "more than \(Self.maximumDepth) files call one another", at: mark,
        hint: "merge some of them")
    }
    guard context.called.take() else {
      throw Failure(
        .badInput, "more than \(CalledFiles.most) files are called", at: mark,
        hint: "split the script, and run its parts separately")
    }
    var calledContext = try self.context(
      of: Source(name: name, text: ""), profile: context.profile.map { .init($0.name) })
    calledContext.overrides = context.overrides
    calledContext.around = context.around
    calledContext.step = context.step
    calledContext.called = context.called
    let source = try calledSource(at: path, named: name, mark)
    switch try runnable(from: source, in: calledContext, below: chain) {
    case .endpoint(let endpoint): return .endpoint(endpoint)
    case .script(let script):
      if let step = context.step {
        throw Failure(
          .badInput, "'\(name)' is a script, which has no '\(step.entries?.first?.key ?? "")'",
          at: step.mark, hint: "write it in the steps of that script")
      }
      return .script(script)
    }
  }

  /// Reads the text of a file that is called.
  private func calledSource(
    at path: String, named name: String, _ mark: Mark
  ) throws(Failure) -> Source {
    do {
      return Source(name: name, octets: try files.readCanonical(path, limit: Self.limit))
    } catch {
      throw Failure(.noInput, "cannot read '\(name)': \(error.reason)", at: mark)
    }
  }

  /// The canonical path of what is called.
  private func calledPath(
    _ written: String, at mark: Mark, in context: ReadingContext
  ) throws(Failure) -> String {
    guard let root = context.fileRoot
    else { throw Failure(.badInput, [FileRootProblem.missing(written, nil).diagnostic(at: mark)]) }
    if written.hasSuffix(".yaml") {
      do {
        return try root.resolve(written, at: mark)
      } catch {
        throw Failure(.badInput, [error.diagnostic(at: mark)])
      }
    }
    let folder = FilePath.join(root.root, Self.folderName)
    let path = FilePath.join(folder, "\(written).yaml")
    if FilePath.normalized(path) == path,
      let canonical = root.path(of: path, named: written, at: mark)
    {
      return canonical
    }
    throw Failure(
      .badInput, "there is no endpoint '\(written)' in \(files.shown(folder))", at: mark,
      hint: calledHint(for: written, in: folder, isOfProject: context.project != nil))
  }

  private func calledHint(for written: String, in folder: String, isOfProject: Bool) -> String {
    if written.contains("://") {
      return "to call a URL, write an endpoint in place of a name: 'call: {url: …}'"
    }
    let names = ((try? search(folder)) ?? []).map {
      String($0.dropFirst(folder.count + 1).dropLast(".yaml".count))
    }
    if let near = Nearest.word(to: written, among: names) { return "did you mean '\(near)'?" }
    guard isOfProject || files.status(of: folder)?.kind == .folder else {
      return "names are looked up in \(Self.folderName)/ next to "
        + "\(ProjectFile.name), which does not exist; write the path of a file, "
        + "such as '\(written).yaml'"
    }
    return "write the path of a file next to this one, such as '\(written).yaml'"
  }
}
