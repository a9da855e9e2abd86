import APICallBase
import APICallCurl
import APICallReading
import APICallScripts
import APICallSystem

/// Removes entries, and prints which.
struct SessionClearing: Sendable {
  let library: EndpointLibrary
  let world: World

  /// Removes the entries of a session.
  ///
  /// Throws a ``Failure`` if that cannot be done, with exit status 66 if there is no such call.
  func clear(_ files: SessionFiles, _ operands: [String]) throws(Failure) {
    let session = Session(files, in: world)
    let (records, problem) = try session.contents()
    let specs = try paths(of: operands, in: records)
    let titles = SessionTitles(files: world.files)
    for record in records where operands.isEmpty || specs.contains(Array(record.spec.utf8)) {
      try session.remove(record)
      try Printing.print(lines: ["removed: \(titles.title(of: record))"])
    }
    guard operands.isEmpty else {
      if let problem { throw problem }
      return
    }
    for path in try files.removeRest() {
      try Printing.print(lines: ["removed: \(path), which could not be read"])
    }
  }

  /// The canonical paths of specs, as bytes; a removed file may still have entries.
  private func paths(
    of operands: [String], in records: [SessionRecord]
  ) throws(Failure) -> [[UInt8]] {
    let files = world.files
    var paths: [[UInt8]] = []
    for operand in operands {
      let written = FilePath.normalized(FilePath.join(files.workingDirectory, operand))
      if records.contains(where: { $0.spec.utf8.elementsEqual(written.utf8) }) {
        paths.append(Array(written.utf8))
      } else {
        let path = try library.path(of: operand)
        paths.append(Array((files.canonicalPath(of: path) ?? path).utf8))
      }
    }
    return paths
  }
}
