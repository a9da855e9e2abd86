package import APICallBase
package import APICallSafety
import Synchronization

/// The storage of a session that ends with its process: nothing is written to a disk.
package final class MemorySession: SessionStorage {
  private struct State {
    var key: ProtectedText?
    var files: [String: [UInt8]] = [:]
    var locks: Set<String> = []
  }

  private let state = Mutex(State())

  package init() {}

  package let name = SessionName.inMemory

  package func key() throws(Failure) -> ProtectedText? { state.withLock { $0.key } }

  package func makeKey(_ bytes: [UInt8]) throws(Failure) -> ProtectedText {
    state.withLock { state in
      let key = state.key ?? ProtectedText(bytes: bytes, isSecret: true)
      state.key = key
      return key
    }
  }

  package func names() throws(Failure) -> [String] { state.withLock { Array($0.files.keys) } }

  package func path(of name: String) -> String { name }

  package func read(_ name: String) throws(Failure) -> [UInt8]? {
    state.withLock { $0.files[name] }
  }

  package func write(_ bytes: [UInt8], to name: String) throws(Failure) {
    state.withLock { $0.files[name] = bytes }
  }

  package func remove(_ name: String, isAlone: Bool) throws(Failure) {
    state.withLock { $0.files[name] = nil }
  }

  package func lock(_ name: String) throws(Failure) -> SessionLock? {
    state.withLock { $0.locks.insert(name).inserted } ? SessionLock { self.unlock(name) } : nil
  }

  private func unlock(_ name: String) { state.withLock { _ = $0.locks.remove(name) } }
}
