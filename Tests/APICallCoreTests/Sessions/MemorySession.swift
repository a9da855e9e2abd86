import APICallBase
@testable import APICallScripts
import Synchronization

/// A session in memory, with locks as a file has them.
final class MemorySession: SessionStorage {
  let name: SessionName
  let place = "/state/kept.json"
  private let contents = Mutex<[UInt8]>([])
  private let locks = Mutex<[UInt64]>([])
  private let refusal = Mutex<SessionProblem?>(nil)

  init(_ text: String = "", project: String? = nil) throws {
    name =
      try project.map { try SessionName(project: $0, digests: World.fixed().digests) }
      ?? SessionName("kept")
    contents.withLock { $0 = Array(text.utf8) }
  }

  /// What is kept.
  var text: String { String(decoding: contents.withLock { $0 }, as: UTF8.self) }
  /// The numbers of the locks that are held.
  var held: [UInt64] { locks.withLock { $0 } }

  /// Has the next writing fail.
  func refuse(with problem: SessionProblem) { refusal.withLock { $0 = problem } }

  var isThere: Bool { !contents.withLock { $0.isEmpty } }

  func read() throws(SessionProblem) -> [UInt8] { contents.withLock { $0 } }

  func lock(_ number: UInt64) throws(SessionProblem) -> (any SessionLock)? {
    let isFree = locks.withLock { locks in
      guard !locks.contains(number) else { return false }
      locks.append(number)
      return true
    }
    return isFree ? Lock(number, of: self) : nil
  }

  func replace(with octets: [UInt8]) throws(SessionProblem) {
    if let problem = refusal.withLock({ $0 }) { throw problem }
    contents.withLock { $0 = octets }
  }

  func remove() throws(SessionProblem) { contents.withLock { $0 = [] } }

  /// A lock that is held.
  private final class Lock: SessionLock {
    private let number: UInt64
    private let owner: MemorySession

    init(_ number: UInt64, of owner: MemorySession) {
      self.number = number
      self.owner = owner
    }

    func release() { owner.locks.withLock { $0.removeAll { $0 == number } } }
  }
}
