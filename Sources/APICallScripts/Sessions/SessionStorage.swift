package import APICallBase

/// Keeps the folder of one session, as the user's own alone: a key, and a file for each call, which has
/// a lock.
///
/// It never waits for another program: who has to wait says how. All of it throws a ``Failure``, and
/// then all is as it was.
package protocol SessionStorage: Sendable {
  /// Which session it is.
  var name: SessionName { get }

  /// The bytes that nobody else knows; nil where there are none.
  func key() throws(Failure) -> ProtectedText?

  /// Makes the key of some bytes, unless there is one.
  ///
  /// - Returns: the key that there is then.
  func makeKey(_ bytes: [UInt8]) throws(Failure) -> ProtectedText

  /// The names of all files, and of those whose writing was begun.
  func names() throws(Failure) -> [String]

  /// The path of a file, for messages.
  func path(of name: String) -> String

  /// Reads a file, which may be replaced meanwhile: what is read is one of the two as a whole.
  ///
  /// - Returns: its bytes, ``SessionEntry/longest`` of them at most; nil where there is no file.
  func read(_ name: String) throws(Failure) -> [UInt8]?

  /// Replaces a file as a whole; who does so holds its lock.
  func write(_ bytes: [UInt8], to name: String) throws(Failure)

  /// Removes a file.
  ///
  /// - Parameters:
  ///   - name: its name.
  ///   - isAlone: whether its lock is held: then what a program that was killed left of it goes, too.
  /// - Throws: a ``Failure``; what could not be removed is then as it was.
  func remove(_ name: String, isAlone: Bool) throws(Failure)

  /// Takes the lock of a file, unless somebody has it: another program, or a task of this one.
  ///
  /// A program that ends, however it ends, has no locks any more.
  ///
  /// - Returns: the lock; nil where somebody has it.
  func lock(_ name: String) throws(Failure) -> (any SessionLock)?
}

/// A lock that is held until it is released, or nobody holds on to it any more.
package protocol SessionLock: AnyObject {
  /// Lets others have it.
  func release()
}

extension World {
  /// Asks again and again, until there is an answer: with pauses that grow from 2 to 64 ms, so that
  /// nothing else has to wait meanwhile.
  ///
  /// - Parameters:
  ///   - limit: how long; nil for as long as it takes.
  ///   - ask: gives the answer, if there is one.
  /// - Returns: the answer; nil where there was none within the limit.
  /// - Throws: the ``Failure`` of `ask`, and one without words where a signal ends the waiting.
  func answer<Answer>(
    within limit: Duration? = nil, _ ask: () throws(Failure) -> Answer?
  ) async throws(Failure) -> Answer? {
    var pause = Duration.milliseconds(2)
    var waited = Duration.zero
    while true {
      if let answer = try ask() { return answer }
      if let limit, waited >= limit { return nil }
      do throws(CancellationError) {
        try await wait(pause)
      } catch {
        throw Failure(.interrupted, [])
      }
      waited += pause
      pause = min(pause * 2, .milliseconds(64))
    }
  }
}
