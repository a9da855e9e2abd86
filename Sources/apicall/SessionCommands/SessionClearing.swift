import APICallBase
import APICallCurl
import APICallScripts
import APICallSpec
import APICallSystem

/// Removes entries, and says which.
struct SessionClearing: Sendable {
  let library: EndpointLibrary
  let world: World

  /// Removes the entries of a session.
  ///
  /// - Parameters:
  ///   - file: the session.
  ///   - operands: the calls whose entries go, by path or by name; all entries where there is none.
  /// - Throws: a ``Failure`` where that cannot be done, 66 where there is no such call.
  func clear(_ file: SessionFile, _ operands: [String]) async throws(Failure) {
    let session = Session(file, in: world)
    guard operands.isEmpty else {
      let specs = try paths(of: operands, in: session)
      return try report(
        await session.clear { record in
          specs.contains { $0.utf8.elementsEqual(record.spec.utf8) }
        })
    }
    switch try await session.clear() {
    case .nothing: return
    case .removed(let records): try report(records)
    case .unread: try Printing.print("removed: \(file.place), which could not be read\n")
    }
  }

  /// The canonical paths of specs; one that is gone may still have entries.
  private func paths(of operands: [String], in session: Session) throws(Failure) -> [String] {
    let book = try SessionProblem.asFailure { () throws(SessionProblem) in try session.book() }
    var paths: [String] = []
    for operand in operands {
      let files = world.files
      let written = FilePath.normalized(FilePath.join(files.workingDirectory, operand))
      if let book, book.records.contains(where: { $0.spec.utf8.elementsEqual(written.utf8) }) {
        paths.append(written)
      } else {
        let path = try library.path(of: operand)
        paths.append(files.canonicalPath(of: path) ?? path)
      }
    }
    return paths
  }

  private func report(_ records: [SessionRecord]) throws(Failure) {
    let titles = SessionTitles(files: world.files)
    try Printing.print(records.reduce(into: "") { $0 += "removed: \(titles.title(of: $1))\n" })
  }
}
