import APICallBase
import Synchronization

/// The projects that were read in this run, each once: many endpoints belong to one.
final class ProjectShelf: Sendable {
  private let reader: ProjectReader
  private let projects = Mutex<[Project]>([])

  init(_ reader: ProjectReader) { self.reader = reader }

  /// Finds the project that a folder belongs to, and reads it unless that was done before.
  ///
  /// - Throws: a ``Failure`` where the file cannot be trusted, read or understood.
  func project(above folder: String) throws(Failure) -> Project? {
    guard let root = reader.root(above: folder) else { return nil }
    if let known = projects.withLock({ $0.first { $0.root == root } }) { return known }
    let project = try reader.project(in: root)
    projects.withLock { $0.append(project) }
    return project
  }
}
