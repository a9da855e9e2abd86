/// Keeps the file of one session, as the user's own alone, and the locks that belong to it.
///
/// It never waits for another program: who has to wait says how.
package protocol SessionStorage: Sendable {
  /// Which session it is.
  var name: SessionName { get }
  /// The path of the file, for messages.
  var place: String { get }

  /// Whether anything stands in the place of the file.
  var isThere: Bool { get }

  /// Reads the file, which may be replaced meanwhile: what is read is one of the two as a whole.
  ///
  /// - Returns: its octets, ``SessionBook/limit`` of them at most; none where there is no file.
  /// - Throws: a ``SessionProblem``.
  func read() throws(SessionProblem) -> [UInt8]

  /// Takes a lock, unless somebody has it: another program, or a task of this one.
  ///
  /// A program that ends, however it ends, has no locks any more.
  ///
  /// - Parameter number: ``SessionLockNumber/file`` for changing the file, or that of a key.
  /// - Returns: the lock; nil where somebody has it.
  /// - Throws: a ``SessionProblem``.
  func lock(_ number: UInt64) throws(SessionProblem) -> (any SessionLock)?

  /// Replaces the file as a whole; who does so holds ``SessionLockNumber/file``.
  ///
  /// - Parameter octets: the new file.
  /// - Throws: a ``SessionProblem``; the file is then as it was.
  func replace(with octets: [UInt8]) throws(SessionProblem)

  /// Removes the file, and what a program that was killed left beside it; who does so holds
  /// ``SessionLockNumber/file``.
  ///
  /// - Throws: a ``SessionProblem``.
  func remove() throws(SessionProblem)
}

/// A lock that is held until it is released, or nobody holds on to it any more.
package protocol SessionLock: AnyObject {
  /// Lets others have it.
  func release()
}

/// The numbers of locks.
package enum SessionLockNumber {
  /// That of the file: it is held for as long as it takes to read and write it.
  package static let file: UInt64 = 0
}
