package import APICallBase
package import APICallModel
package import YAMLTree

extension EndpointLibrary {
  private static let maximumDepth = 16

  /// Reads a file, whether it is an endpoint or a script.
  ///
  /// Returns the content of the file, which has no problems. Throws a ``Failure``: 66 if a file
  /// cannot be read, 65 if it is invalid, 64 for an unknown profile or for values set for a script,
  /// 77 and 78 for the project file.
  package func runnable(
    at path: String, profile: Destination.Profile? = nil, overrides: Overrides = Overrides()
  ) throws(Failure) -> Runnable {
    try runnable(ListedFile(path), profile: profile, overrides: overrides)
  }

  package func runnable(
    from source: Source, inProject isInProject: Bool = true, profile: Destination.Profile? = nil,
    overrides: Overrides = Overrides()
  ) throws(Failure) -> Runnable {
    var context =
      isInProject
      ? try context(of: source, profile: profile) : try contextOutsideProjects(of: source, profile)
    context.overrides = overrides
    return try runnable(from: source, in: context, below: [])
  }

  private func runnable(
    from source: Source, in context: ReadingContext, below chain: [(path: String, name: String)]
  ) throws(Failure) -> Runnable {
    let yaml = YAMLReader.spec.read(source)
    var context = context
    context.finder = finder(for: source, below: chain)
    guard let root = yaml.root, root.entry(ScriptSpec.mark) != nil
    else { return .endpoint(try reader.read(yaml, of: source, in: context)) }
    if let option = context.overrides.optionOfRequests {
      throw Failure(
        .usage, "'\(source.name)' is a script: \(option) cannot change its requests",
        hint: "pass inputs as name=value, or change the file")
    }
    var reader = ScriptReader(yaml, of: source, in: context, by: self.reader)
    return .script(try reader.read(root))
  }

  func finder(
    for source: Source, below chain: [(path: String, name: String)] = []
  ) -> CalleeFinder {
    { (written, mark, context) throws(Failure) in
      let path = files.canonicalPath(of: source.name) ?? source.name
      return try callee(written, at: mark, in: context, below: chain + [(path, source.name)])
    }
  }

  /// Finds and reads the file that a step calls or a file needs.
  ///
  /// Returns the called file; nil if the project needs this file for all its files, and the calling
  /// file is this file or is called by it. Throws a ``Failure`` if the file does not exist or is
  /// invalid, or if scripts call one another in a circle.
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
    let source = try source(at: path, named: name, calledAt: mark)
    let called = try rethrowing(runnable(from: source, in: calledContext, below: chain)) {
      Self.shown($0, of: source, at: mark)
    }
    switch called {
    case .endpoint(let endpoint): return .endpoint(endpoint)
    case .script(let script):
      try context.checkStep("'\(name)' is a script")
      return .script(script)
    }
  }

  /// Reads a file by its canonical path.
  func source(
    at path: String, named name: String, calledAt mark: Mark? = nil
  ) throws(Failure) -> Source {
    let bytes = try rethrowing(files.readCanonical(path, limit: Self.limit)) { (error: FileError) in
      Failure(.noInput, "cannot read '\(name)': \(error.reason)", at: mark)
    }
    return Source(name: name, bytes: bytes)
  }

  private func calledPath(
    _ written: String, at mark: Mark, in context: ReadingContext
  ) throws(Failure) -> String {
    guard let root = context.fileRoot
    else { throw Failure(.badInput, [FileRootProblem.missing(written, nil).diagnostic(at: mark)]) }
    if written.hasSuffix(".yaml") {
      return try rethrowing(root.resolve(written, at: mark)) { (error: FileRootProblem) in
        Failure(.badInput, [error.diagnostic(at: mark)])
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
    let names = ((try? self.names(in: folder)) ?? []).map {
      String($0.dropFirst(folder.count + 1).dropLast(".yaml".count))
    }
    if let near = Nearest.file(to: written, among: names) { return "did you mean '\(near)'?" }
    guard isOfProject || files.status(of: folder)?.kind == .folder else {
      return "names are looked up in \(Self.folderName)/ next to "
        + "\(ProjectFile.name), which does not exist; write the path of a file, "
        + "such as '\(written).yaml'"
    }
    return "write the path of a file next to this one, such as '\(written).yaml'"
  }
}
