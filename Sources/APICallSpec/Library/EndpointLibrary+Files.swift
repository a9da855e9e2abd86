package import APICallBase

extension EndpointLibrary {
  /// Lists the files that operands mean, project files among them.
  ///
  /// - Parameter operands: files, names and folders; the project's `endpoints/` where there are
  ///   none. A folder brings the project file that its endpoints belong to, where that is above it.
  /// - Returns: the paths, each once: folders in order, one after the other.
  /// - Throws: a ``Failure`` with exit status 66 where there is nothing to list.
  package func files(in operands: [String]) throws(Failure) -> [String] {
    var found: [String] = []
    var known: Set<String> = []
    let operands: [String?] = operands.isEmpty ? [nil] : operands
    for operand in operands {
      for path in try files(in: operand) where known.insert(path).inserted {
        found.append(path)
      }
    }
    return found
  }

  private func files(in operand: String?) throws(Failure) -> [String] {
    if let operand, files.status(of: operand)?.kind != .folder { return try paths(in: operand) }
    if operand == nil { _ = try paths(in: nil) }
    let folder: String
    if let operand { folder = operand } else { folder = files.shown(try projectFolder()) }
    let found = try search(folder, withProjects: true)
    let root = ProjectReader(files: files).root(above: folder)
    let above = root.map { files.shown(FilePath.join($0, ProjectFile.name)) }
    guard let above, !found.contains(above), !found.contains(where: { same($0, above) }) else {
      return found
    }
    return [above] + found
  }

  private func same(_ path: String, _ other: String) -> Bool {
    files.canonicalPath(of: path) == files.canonicalPath(of: other)
  }

  /// Whether a path is that of a project file.
  package static func isProject(_ path: String) -> Bool {
    FilePath.name(of: path) == ProjectFile.name
  }

  /// Reads a project file, to find what is wrong with it.
  ///
  /// - Throws: a ``Failure`` with all that is.
  package func checkProject(at path: String) throws(Failure) {
    let project = try ProjectReader(files: files).project(above: FilePath.folder(of: path))
    if let project { try reader.checkAuth(of: project) }
  }

  /// The name by which a user may call an endpoint.
  ///
  /// - Parameter path: its file.
  /// - Returns: the name below `endpoints/` of the working directory's project; nil for a file
  ///   elsewhere.
  package func name(of path: String) -> String? {
    guard let folder = try? projectFolder() else { return nil }
    let absolute = FilePath.normalized(FilePath.join(files.workingDirectory, path))
    let suffix = ".yaml"
    guard FilePath.holds(folder, absolute), absolute.hasSuffix(suffix),
      root(of: folder).admits(named: absolute)
    else { return nil }
    let name = absolute.utf8.dropFirst(folder.utf8.count + 1).dropLast(suffix.utf8.count)
    return name.isEmpty ? nil : String(decoding: name, as: UTF8.self)
  }
}
