import APICallBase
package import APICallScripts
import Glibc

/// The file of a session, in ``SessionFolder``: it has the mode 0600, its folder 0700, and where
/// others have any right to either, it is not read.
package struct SessionFile: SessionStorage {
  package let name: SessionName
  private let folder: SessionFolder
  private let file: PrivateFile

  package var place: String { file.path }

  package init(_ name: SessionName, in folder: SessionFolder) {
    self.name = name
    self.folder = folder
    file = PrivateFile(
      FilePath.join(folder.path, name.fileName), limit: SessionBook.limit, isSecret: true)
  }

  package var isThere: Bool {
    SystemFolder.isTaken(place) || SystemFolder.isTaken(file.temporaryPath)
  }

  package func read() throws(SessionProblem) -> [UInt8] {
    guard try folder.check() else { return [] }
    do {
      return try file.read()
    } catch {
      throw problem(error)
    }
  }

  package func lock(_ number: UInt64) throws(SessionProblem) -> (any SessionLock)? {
    try folder.make()
    do {
      return try RangeLock.take("\(place).lock", at: number)
    } catch {
      throw .unwritable("\(place).lock", error)
    }
  }

  package func replace(with octets: [UInt8]) throws(SessionProblem) {
    do {
      try file.replace(with: octets)
    } catch {
      throw problem(error)
    }
  }

  package func remove() throws(SessionProblem) {
    for path in [file.temporaryPath, place] where unlink(path) != 0 && errno != ENOENT {
      throw errno == EISDIR ? .notRegular(path) : .unwritable(path, FileError(errno))
    }
  }

  private func problem(_ problem: PrivateFile.Problem) -> SessionProblem {
    switch problem {
    case .notPrivate: .exposedFile(place, clearing: name.clearing)
    case .notRegular: .notRegular(place)
    case .unreadable(let reason): .unreadable(place, reason)
    case .unwritable(let reason): .unwritable(place, reason)
    // It is locked by other means here.
    case .locked: .busy(place, seconds: 0)
    }
  }
}
