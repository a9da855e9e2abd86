import APICallBase
import APICallSafety
import APICallScripts
import Synchronization
import TestWorlds

/// A session in memory, with locks like those of files.
final class MemorySession: SessionStorage {
  let name: SessionName
  private let salt: Mutex<[UInt8]>
  private let files = Mutex<[String: [UInt8]]>([:])
  private let locks = Mutex<Set<String>>([])
  private let refusal = Mutex<Failure?>(nil)

  init(project: String? = nil, key: [UInt8] = []) throws {
    name =
      try project.map { try SessionName(project: $0, digests: World.fixed().digests) }
      ?? SessionName("kept")
    salt = Mutex(key)
  }

  /// The names of the locks that are held.
  var held: Set<String> { locks.withLock { $0 } }

  /// Makes the next write fail.
  func refuse(with problem: Failure?) { refusal.withLock { $0 = problem } }

  /// Replaces the contents of a file.
  func put(_ text: String, to name: String) { files.withLock { $0[name] = Array(text.utf8) } }

  /// The files as text.
  var texts: [String: String] {
    files.withLock { $0.mapValues { String(decoding: $0, as: UTF8.self) } }
  }

  func key() throws(Failure) -> ProtectedText? {
    let bytes = salt.withLock { $0 }
    return bytes.isEmpty ? nil : ProtectedText(bytes: bytes, isSecret: true)
  }

  func makeKey(_ bytes: [UInt8]) throws(Failure) -> ProtectedText {
    let key = salt.withLock { key in
      if key.isEmpty { key = bytes }
      return key
    }
    return ProtectedText(bytes: key, isSecret: true)
  }

  func names() throws(Failure) -> [String] { files.withLock { $0.keys.sorted() } }

  func path(of name: String) -> String { "/state/kept/\(name).json" }

  func read(_ name: String) throws(Failure) -> [UInt8]? { files.withLock { $0[name] } }

  func write(_ bytes: [UInt8], to name: String) throws(Failure) {
    if let problem = refusal.withLock({ $0 }) { throw problem }
    files.withLock { $0[name] = bytes }
  }

  func remove(_ name: String, isAlone: Bool) throws(Failure) {
    files.withLock { $0[name] = nil }
  }

  func lock(_ name: String) throws(Failure) -> SessionLock? {
    guard locks.withLock({ $0.insert(name).inserted }) else { return nil }
    return SessionLock { self.locks.withLock { _ = $0.remove(name) } }
  }
}
