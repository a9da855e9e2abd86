package import APICallBase
package import APICallHTTP
package import APICallModel
import APICallText
package import YAMLTree

/// The endpoints on disk: finds them by path or by name, lists and reads them.
package struct EndpointLibrary: Sendable {
  static let limit = 1 << 20
  /// The folder of a project in which endpoints are found by name.
  package static let folderName = "endpoints"
  /// The ending of the folders that hold recordings and golden outputs, which are not searched.
  package static let recordedEnding = ".recorded"
  private static let maximumFiles = 20_000
  private static let maximumDepth = 64

  let files: any FileSystem
  let reader: EndpointReader
  private let projects: ProjectCache
  let fileRoots: [String]

  package init(files: any FileSystem, reader: EndpointReader, fileRoots: [String] = []) {
    self.files = files
    self.reader = reader
    self.fileRoots = fileRoots
    projects = ProjectCache(ProjectReader(files: files))
  }

  package func path(of operand: String) throws(Failure) -> String {
    if let status = files.status(of: operand) {
      guard status.kind != .folder else {
        throw Failure(
          .noInput, "'\(operand)' is a folder, not an endpoint",
          hint: "'apicall list \(ShellWord.path(operand))' lists the endpoints in it")
      }
      guard !Self.isProject(operand) else {
        throw Failure(
          .noInput, "'\(operand)' is the project file, not an endpoint",
          hint: "'apicall list' lists the endpoints of the project; name one of them")
      }
      return operand
    }
    let folder = try projectFolder()
    let named = FilePath.join(folder, "\(operand).yaml")
    if !operand.hasSuffix(".yaml"), let status = files.status(of: named), status.kind == .file {
      guard root(of: folder).admits(named: named) else {
        throw Failure(
          .noPermission,
          "the name '\(operand)' leads outside the project's folder, or to a hidden file",
          hint: "write the path of the file, or allow its folder with --file-root")
      }
      return files.shown(named)
    }
    let kind = Self.isPath(operand) ? "file" : "endpoint"
    throw Failure(.noInput, "\(kind) '\(operand)' does not exist", hint: hint(for: operand, folder))
  }

  /// The context of a file: its project, the profile in use, and where it may find other files.
  func context(of source: Source, profile: Destination.Profile?) throws(Failure) -> ReadingContext {
    let folder = FilePath.folder(of: source.name)
    var context = ReadingContext()
    context.project = try projects.project(above: folder)
    context.profile = try Self.profile(profile, of: context.project)
    for root in fileRoots where files.status(of: root)?.kind != .folder {
      throw Failure(.noInput, "--file-root: folder '\(root)' does not exist")
    }
    context.fileRoot = FileRoot(context.project?.root ?? folder, and: fileRoots, files: files)
    return context
  }

  /// The context of a file that belongs to no project, though it may be in the folder of one.
  func contextOutsideProjects(
    of source: Source, _ profile: Destination.Profile?
  ) throws(Failure) -> ReadingContext {
    var context = ReadingContext()
    context.profile = try Self.profile(profile, of: nil)
    context.fileRoot = FileRoot(FilePath.folder(of: source.name), and: fileRoots, files: files)
    return context
  }

  /// The host of a project's profile.
  ///
  /// Returns the host; nil if there is no project, or its profile has none. Throws a ``Failure``
  /// with all problems of the project file.
  package func host(
    ofProjectAt folder: String, _ profile: Destination.Profile?
  ) throws(Failure) -> HostAddress? {
    try Self.profile(profile, of: try projects.project(above: folder))?.host?.address
  }

  package func source(at path: String) throws(Failure) -> Source {
    Source(name: path, bytes: try files.bytes(of: path, limit: Self.limit))
  }

  private static func profile(
    _ wanted: Destination.Profile?, of project: ProjectSpec?
  ) throws(Failure) -> ProjectSpec.Profile? {
    guard let name = wanted?.name ?? project?.defaultProfile?.text else { return nil }
    if let profile = project?.profile(named: name) { return profile }
    if project == nil, wanted?.isGeneral == true { return nil }
    throw Failure(
      .usage, "profile '\(name)' does not exist",
      hint: Nearest.hint(
        for: name, among: project?.profiles.map(\.name) ?? [], noun: "profiles"))
  }

  /// Lists the files of endpoints.
  ///
  /// Returns the paths in order, without the project file. Throws a ``Failure`` with exit status 66
  /// if the file or folder does not exist, or the folder is empty.
  package func paths(in operand: String?) throws(Failure) -> [ListedFile] {
    if let operand, files.status(of: operand)?.kind != .folder {
      guard files.status(of: operand) == nil else { return [ListedFile(operand)] }
      return [ListedFile(try path(of: operand))]
    }
    let folder = try folder(of: operand)
    let root = operand == nil ? root(of: folder) : root(around: folder)
    let found = try search(folder)
    if found.isEmpty { throw Self.nothing(in: folder) }
    return found.map { ListedFile($0, in: root) }
  }

  /// The folder that is searched; without an operand, that of the project's endpoints.
  private func folder(of operand: String?) throws(Failure) -> String {
    if let operand { return operand }
    let folder = try projectFolder()
    guard files.status(of: folder)?.kind == .folder else {
      throw Failure(
        .noInput, "folder '\(Self.folderName)' does not exist",
        hint: "name a folder, such as . for this one, or change to one that contains "
          + "\(Self.folderName)/")
    }
    _ = try root(of: folder).found(files.shown(folder))
    return files.shown(folder)
  }

  private static func nothing(in folder: String) -> Failure {
    Failure(
      .noInput, "there is no endpoint and no script in '\(folder)'",
      hint: "they are files whose names end in .yaml")
  }

  /// Lists the files that can be called by name, without those that a symbolic link puts elsewhere.
  func names(in folder: String) throws(Failure) -> [String] {
    let root = root(of: folder)
    guard root.admits(named: folder) else { return [] }
    return try search(files.shown(folder)).filter { root.admits(named: $0) }
  }

  /// The root for names below a folder.
  ///
  /// Returns the project's folder, and the folders of `--file-root`.
  package func root(of folder: String) -> FileRoot {
    FileRoot(FilePath.folder(of: folder), and: fileRoots, files: files)
  }

  /// Searches a folder for files of endpoints; see ``found(in:withProjects:)``.
  package func search(_ folder: String, withProjects: Bool = false) throws(Failure) -> [String] {
    try found(in: folder, withProjects: withProjects).files
  }

  /// Searches a folder for files of endpoints, and for folders that belong to them.
  ///
  /// Returns the paths in order; `recorded` are the folders of recordings and golden outputs.
  /// Throws a ``Failure`` with exit status 66 if it cannot be searched.
  func found(
    in folder: String, withProjects: Bool
  ) throws(Failure) -> (files: [String], recorded: [String]) {
    var found: [String] = []
    var recorded: [String] = []
    var waiting: [(path: String, depth: Int)] = [(folder, 0)]
    while let (path, depth) = waiting.popLast() {
      let names = try rethrowing(files.names(in: path)) { (error: FileError) in
        Failure(.noInput, "cannot list '\(path)': \(error.reason)")
      }
      for name in names where !name.begins(with: ".") {
        let entry = FilePath.join(path, name)
        let status = files.status(of: entry)
        // A link to a folder is not followed: it may lead up, and the search would not end.
        if status?.kind == .folder, status?.isLink == false {
          guard depth < Self.maximumDepth else {
            throw Failure(
              .noInput, "'\(folder)' has folders that are nested more than \(depth) levels",
              hint: "name a folder further down")
          }
          if name.hasSuffix(Self.recordedEnding) {
            recorded.append(entry)
          } else {
            waiting.append((entry, depth + 1))
          }
        } else if status == nil || status?.kind == .file, name.hasSuffix(".yaml"),
          withProjects || name != ProjectFile.name
        {
          // Reading it says what is wrong with a link to nothing, or where its folder may not be
          // searched.
          found.append(entry)
        }
      }
      guard found.count <= Self.maximumFiles else {
        throw Failure(.noInput, "'\(folder)' contains more than \(Self.maximumFiles) files")
      }
    }
    return (found.sorted(), recorded.sorted())
  }

  /// The folder in which names are looked up: that of the project, or the working directory.
  func projectFolder() throws(Failure) -> String {
    let project = try projects.project(above: files.workingDirectory)
    return FilePath.join(project?.root ?? files.workingDirectory, Self.folderName)
  }

  private static func isPath(_ operand: String) -> Bool {
    [".yaml", ".yml"].contains { operand.hasSuffix($0) }
      || ["/", "./", "../", "~"].contains { operand.hasPrefix($0) }
  }

  private func hint(for operand: String, _ folder: String) -> String? {
    if operand.hasPrefix("http://") || operand.hasPrefix("https://") {
      return "write 'url: https://api.example.com/users' into a file, and name that file"
    }
    let prefix = files.shown(folder) + "/"
    let names = ((try? self.names(in: folder)) ?? []).map { path in
      String(path.dropFirst(path.hasPrefix(prefix) ? prefix.count : 0).dropLast(".yaml".count))
    }
    // The operand may be the file name of an endpoint.
    let named = names.contains(operand) ? nil : names.first { "\($0).yaml" == operand }
    if let near = named ?? Nearest.word(to: operand, among: names) {
      return "did you mean '\(near)'?"
    }
    let folder = FilePath.folder(of: operand)
    let files = (try? files.names(in: folder)) ?? []
    if let near = Nearest.file(to: FilePath.name(of: operand), among: files) {
      return "did you mean '\(FilePath.join(folder, near))'?"
    }
    if Self.isPath(operand), self.files.status(of: folder)?.kind != .folder {
      return "folder '\(folder)' does not exist either"
    }
    guard self.files.status(of: prefix)?.kind == .folder else {
      if Self.isPath(operand) { return nil }
      return "names are looked up in \(Self.folderName)/, which does not exist; name a file"
    }
    return "'apicall list' lists the endpoints of this project"
  }
}

extension EndpointLibrary {
  /// Lists the files for operands, including project files.
  ///
  /// Returns the paths without repetitions: the folders in order, one after the other. Throws a
  /// ``Failure`` with exit status 66 if there is nothing to list.
  package func files(in operands: [String]) throws(Failure) -> [ListedFile] {
    var found: [ListedFile] = []
    var known: Set<String> = []
    let operands: [String?] = operands.isEmpty ? [nil] : operands
    for operand in operands {
      for file in try files(in: operand) where known.insert(file.path).inserted {
        found.append(file)
      }
    }
    return found
  }

  private func files(in operand: String?) throws(Failure) -> [ListedFile] {
    if let operand, files.status(of: operand)?.kind != .folder { return try paths(in: operand) }
    let folder = try folder(of: operand)
    let around = operand == nil ? root(of: folder) : root(around: folder)
    let found = try search(folder, withProjects: true)
    if found.isEmpty, operand != nil { throw Self.nothing(in: folder) }
    let listed = found.map { ListedFile($0, in: around) }
    let root = ProjectReader(files: files).root(above: folder)
    let above = root.map { files.shown(FilePath.join($0, ProjectFile.name)) }
    guard let above, !found.contains(above), !found.contains(where: { same($0, above) })
    else {
      if listed.isEmpty { throw Self.nothing(in: folder) }
      return listed
    }
    return [ListedFile(above)] + listed
  }

  /// The folders that a check searches if none is named: none for the project's `endpoints/`, and
  /// the whole project if it has no such folder.
  package func foldersOfCheck() throws(Failure) -> [String] {
    guard files.status(of: try projectFolder()) == nil,
      let root = ProjectReader(files: files).root(above: files.workingDirectory)
    else { return [] }
    return [files.canonicalPath(of: root) == files.workingDirectory ? "." : files.shown(root)]
  }

  private func same(_ path: String, _ other: String) -> Bool {
    files.canonicalPath(of: path) == files.canonicalPath(of: other)
  }

  package static func isProject(_ path: String) -> Bool {
    FilePath.name(of: path) == ProjectFile.name
  }

  package func checkProject(at path: String) throws(Failure) {
    let project = try ProjectReader(files: files).project(above: FilePath.folder(of: path))
    if let project { try reader.checkAuth(of: project) }
  }

  /// The name by which an endpoint can be called.
  ///
  /// Returns the name in `endpoints/` of the working directory's project; nil for a file elsewhere.
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
