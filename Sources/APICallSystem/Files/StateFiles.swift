package import APICallBase
package import APICallSafety
package import APICallScripts
import Glibc
import JSONText
import Synchronization

/// The state of a run in one file that the user names: a line of JSON for each value of the inputs
/// that choose the state.
///
/// It is replaced as a whole, with the mode 0600. `.FILE.apicall-lock` exists while a run uses it.
package struct StateFiles: SessionStorage {
  package let name: SessionName
  private let file: PrivateFile
  /// The path as the user wrote it.
  private let shown: String
  /// How the names of the files beside it begin, which are nobody else's.
  private let place: String
  private let digests: World.Digests
  private let held = HeldLock()

  /// The file holds the inputs themselves, so nothing is hidden by a key of its own.
  private static let fixedKey = ProtectedText(
    bytes: [UInt8](repeating: 0, count: Session.keyLength), isSecret: true)

  package init(at path: String, digests: World.Digests) {
    name = SessionName(stateIn: path)
    shown = path
    // A link stays, and what it leads to is replaced.
    let path = SystemFiles().canonicalPath(of: path) ?? path
    place = FilePath.join(FilePath.folder(of: path), ".\(FilePath.name(of: path)).apicall")
    file = PrivateFile(path, limit: name.contents.longest, beside: place)
    self.digests = digests
  }

  package func key() throws(Failure) -> ProtectedText? { Self.fixedKey }

  package func makeKey(_ bytes: [UInt8]) throws(Failure) -> ProtectedText { Self.fixedKey }

  package func names() throws(Failure) -> [String] { try lines().map(\.name) }

  package func path(of name: String) -> String { shown }

  package func read(_ name: String) throws(Failure) -> [UInt8]? {
    // A reader may have appended a later one.
    try lines().last { $0.name == name }?.bytes
  }

  package func write(_ bytes: [UInt8], to name: String) throws(Failure) {
    var lines = try lines()
    lines.removeAll { $0.name == name }
    lines.append((name, bytes))
    try replace(by: lines)
  }

  package func remove(_ name: String, isAlone: Bool) throws(Failure) {
    try replace(by: lines().filter { $0.name != name })
  }

  package func lock(_ name: String) throws(Failure) -> SessionLock? {
    let path = "\(place)-lock"
    return try rethrowing(held.take(path)) { SessionProblem.unwritable(shown, $0) }
  }

  /// Removes the file, unless its first line is neither a state nor a broken one.
  package func removeAll() throws(Failure) {
    let start = (try? file.read().prefix(while: { $0 != UInt8(ascii: "\n") })) ?? []
    let line = String(decoding: start, as: UTF8.self)
    guard
      line.isEmpty || line.hasPrefix("{\"version\":") || line.hasPrefix("{\"\(KeptState.lineMark)")
    else {
      throw Failure(
        .badInput, "'\(shown)' is not removed: it does not look like a state",
        hint: "name the file that --state names; 'rm' removes any file")
    }
    guard unlink(file.path) != 0, errno != ENOENT else { return }
    throw SessionProblem.unwritable(shown, FileError(errno))
  }

  private func lines() throws(Failure) -> [(name: String, bytes: [UInt8])] {
    let bytes: [UInt8]
    do { bytes = try file.read() } catch {
      if case .unreadable(let reason) = error {
        throw SessionProblem.unreadable(shown, reason, of: self.name)
      }
      throw error.failure(of: shown)
    }
    return try bytes.split(separator: UInt8(ascii: "\n")).map { line throws(Failure) in
      let line = Self.unwrapped(Array(line))
      return (try SessionRecord.name(of: line, in: self, Self.fixedKey, digests), line)
    }
  }

  /// The state in a line that a run has printed.
  private static func unwrapped(_ line: [UInt8]) -> [UInt8] {
    let printed = try? JSONDocument(line).root[KeptState.lineMark]
    return printed.map { Array($0.bytes) } ?? line
  }

  private func replace(by lines: [(name: String, bytes: [UInt8])]) throws(Failure) {
    let bytes = lines.flatMap {
      $0.bytes.last == UInt8(ascii: "\n") ? $0.bytes : $0.bytes + "\n".utf8
    }
    do { try file.replace(with: bytes) } catch { throw error.failure(of: shown) }
  }

  /// The lock of the file, which the states of one run share.
  private final class HeldLock: Sendable {
    private let state = Mutex<(lock: SessionLock?, count: Int)>((nil, 0))

    func take(_ path: String) throws(FileError) -> SessionLock? {
      let isTaken = try state.withLock { state throws(FileError) in
        if state.lock == nil { state.lock = try FileLock.take(path) }
        guard state.lock != nil else { return false }
        state.count += 1
        return true
      }
      return isTaken ? SessionLock { self.leave() } : nil
    }

    private func leave() {
      state.withLock { state in
        state.count -= 1
        guard state.count == 0 else { return }
        state.lock?.release()
        state.lock = nil
      }
    }
  }
}
