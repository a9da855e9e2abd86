package import APICallBase
package import APICallModel
import APICallSafety
import Synchronization
import YAMLTree

/// Finds and reads the project file.
package struct ProjectReader: Sendable {
  private static let limit = 1 << 20

  private let files: any FileSystem

  package init(files: any FileSystem) { self.files = files }

  /// Finds the project of a folder: the nearest apicall.yaml in it or above it.
  package func project(above folder: String) throws(Failure) -> ProjectSpec? {
    guard let root = root(above: folder) else { return nil }
    return try project(in: root)
  }

  package func root(above folder: String) -> String? {
    var current = FilePath.normalized(FilePath.join(files.workingDirectory, folder))
    while files.status(of: FilePath.join(current, ProjectFile.name))?.kind != .file {
      if current == "/" { return nil }
      current = FilePath.folder(of: current)
    }
    return current
  }

  func project(in root: String) throws(Failure) -> ProjectSpec {
    let path = FilePath.join(root, ProjectFile.name)
    let shown = files.shown(path)
    guard let status = files.status(of: path) else {
      throw Failure(.noInput, "cannot read \(shown): \(FileError.notFound.reason)")
    }
    try checkOwner(of: path, shown: shown, status)
    if status.isLink { try checkLink(path, shown: shown) }
    return try read(path, shown: shown, root: root, isLink: status.isLink)
  }

  /// Checks that a project file that is a link leads to a file in the same folder or below.
  ///
  /// Another file would be sent to the hosts that the project's files name.
  private func checkLink(_ path: String, shown: String) throws(Failure) {
    guard ReadRule.linkOutside.holds, let target = files.canonicalPath(of: path),
      let folder = files.canonicalPath(of: FilePath.folder(of: path)),
      !FilePath.holds(folder, target)
    else { return }
    throw Failure(
      .noPermission, "\(shown) is a symbolic link that leads outside its folder",
      hint: "replace it with a regular file, or move the spec")
  }

  /// Reads a project file; one that a link makes of another file has to begin as one.
  private func read(
    _ path: String, shown: String, root: String, isLink: Bool
  ) throws(Failure) -> ProjectSpec {
    let bytes: [UInt8]
    do {
      bytes = try files.read(path, limit: Self.limit)
    } catch {
      throw Failure(.noInput, "cannot read \(shown): \(error.reason)")
    }
    let source = Source(name: shown, bytes: bytes)
    let yaml = YAMLReader.spec.read(source)
    guard !isLink || source.begins(withOneOf: ProjectFields.all.map(\.name), yaml) else {
      throw Failure(
        .badConfiguration, "\(shown) is a symbolic link to a file that is not a project file",
        hint: "replace it with a regular file, or move the spec")
    }
    var reading = SpecReading(yaml)
    var project = ProjectSpec(root: root, source: source)
    if let node = reading.settle(yaml.root) {
      reading.read(node, as: ProjectFields.all, into: &project, named: "the project file")
    }
    if let name = project.defaultProfile, project.profile(named: name.text) == nil {
      reading.report(
        "unknown profile '\(name.text)'", at: name.mark,
        hint: Nearest.hint(
          for: name.text, among: project.profiles.map(\.name), noun: "profiles"))
    }
    if let failure = reading.failure(.badConfiguration, in: source) { throw failure }
    return project
  }

  /// Refuses a project file that other users can write to, because it decides where requests go.
  private func checkOwner(of path: String, shown: String, _ status: FileStatus) throws(Failure) {
    var places = [path, FilePath.folder(of: path)]
    if status.isLink, let target = files.canonicalPath(of: path) {
      places.append(FilePath.folder(of: target))
    }
    for place in places {
      guard let fault = files.status(of: place)?.trustFault else { continue }
      let name = files.shown(place)
      throw Failure(
        .noPermission, "\(fault.words(for: name)), so \(shown) is not used",
        hint: "a project file decides where requests go; "
          + fault.remedy(for: name, owning: "make it your own, or move the spec"))
    }
  }
}

extension EndpointReader {
  /// Checks the auth of all profiles of a project and of its defaults, which an endpoint reads only
  /// if it uses them.
  ///
  /// Throws a ``Failure`` with exit status 78 and all problems.
  func checkAuth(of project: ProjectSpec) throws(Failure) {
    let entries = [project.defaults?.entry("auth")] + project.profiles.map(\.auth)
    let written = entries.compactMap { $0 }.filter { !$0.value.isUnset }
    guard !written.isEmpty else { return }
    var reading = SpecReading(YAMLReader.spec.read(project.source))
    for entry in written {
      let auth = reading.auth(entry)
      let endpoint = EndpointSpec(source: project.source).with { $0.auth = auth }
      _ = reading.settledAuth(of: endpoint, among: registry)
    }
    if let failure = reading.failure(.badConfiguration, in: project.source) { throw failure }
  }
}

/// The projects that were read in this run, each once, because many endpoints share a project.
final class ProjectCache: Sendable {
  private let reader: ProjectReader
  private let projects = Mutex<[ProjectSpec]>([])

  init(_ reader: ProjectReader) { self.reader = reader }

  /// Finds the project of a folder, and reads it unless it has been read before.
  func project(above folder: String) throws(Failure) -> ProjectSpec? {
    guard let root = reader.root(above: folder) else { return nil }
    if let known = projects.withLock({ $0.first { $0.root == root } }) { return known }
    let project = try reader.project(in: root)
    projects.withLock { $0.append(project) }
    return project
  }
}
