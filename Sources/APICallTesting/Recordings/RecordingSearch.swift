package import APICallBase
package import APICallModel
import APICallResponses
import APICallSafety
import APICallText
import JSONText

/// Searches the recordings and golden files of a file for what has the shape of a credential.
package struct RecordingSearch {
  private static let mostFiles = 10_000
  private static let mostProblems = 20

  private let files: any FileSystem
  private let kept: [JSONPath]
  private var problems: [Message] = []
  private var count = 0

  /// Searches the folder beside a file.
  ///
  /// Throws a ``Failure`` with exit status 66 if a link does, or with a line for each credential,
  /// which names its place and its shape, but never its value.
  package static func search(
    besides file: String, _ runnable: Runnable?, in root: FileRoot
  ) throws(Failure) {
    let files = root.files
    let folder = TestCase.folder(ofCasesIn: file)
    guard files.status(of: folder)?.kind == .folder else { return }
    _ = try root.found(folder)
    var kept = runnable?.head.test.keep ?? []
    if case .endpoint(let endpoint) = runnable {
      kept += endpoint.examples.flatMap(\.test.keep)
    }
    var search = RecordingSearch(files: files, kept: kept)
    search.visit(folder, depth: 0)
    guard !search.problems.isEmpty else { return }
    throw Failure(.badInput, search.problems)
  }

  private mutating func visit(_ folder: String, depth: Int) {
    let names: [String]
    do throws(FileError) { names = try files.names(in: folder) } catch {
      return report(unread: folder, error.reason)
    }
    for name in names {
      guard count <= Self.mostFiles, problems.count < Self.mostProblems else { return }
      let path = FilePath.join(folder, name)
      guard let status = files.status(of: path), !status.isLink else { continue }
      switch status.kind {
      case .folder where depth < 2: visit(path, depth: depth + 1)
      case .file:
        count += 1
        guard count <= Self.mostFiles else {
          return report(unread: path, "there are more than \(Self.mostFiles) files")
        }
        do throws(FileError) {
          let canonical = files.canonicalPath(of: path) ?? path
          search(try files.readCanonical(canonical, limit: BufferedBytes.limit), of: path)
        } catch {
          report(unread: path, error.reason)
        }
      default: break
      }
    }
  }

  private mutating func report(unread path: String, _ reason: String) {
    problems.append(
      Message("'\(path)' cannot be searched for credentials: \(reason)"))
  }

  private mutating func search(_ bytes: [UInt8], of path: String) {
    let matches = SecretShape.matches(in: bytes)
    guard !matches.isEmpty else { return }
    let kept = keptRanges(of: bytes)
    var (line, position) = (1, 0)
    for match in matches {
      line += bytes[position..<match.range.lowerBound].count { $0 == UInt8(ascii: "\n") }
      position = match.range.lowerBound
      guard !kept.contains(where: { $0.contains(position) }) else { continue }
      problems.append(
        Message(
          "\(path):\(line): there is \(match.shape.name) here",
          hint: "record it again, which masks it, and revoke it if it was ever shared"))
    }
  }

  private func keptRanges(of bytes: [UInt8]) -> [Range<Int>] {
    guard !kept.isEmpty, let document = try? JSONDocument(bytes) else { return [] }
    return kept.flatMap { $0.values(in: document.root).map(\.range) }
  }
}
