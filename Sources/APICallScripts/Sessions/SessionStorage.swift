package import APICallBase
package import APICallSafety

/// The storage of one session: a folder that only the user can access, with a key, and a file and a
/// lock for each call.
///
/// It never waits for another process: the caller does. Every function that throws a ``Failure``
/// leaves everything unchanged.
package protocol SessionStorage: Sendable {
  var name: SessionName { get }

  /// The secret key of the session; nil without one yet.
  func key() throws(Failure) -> ProtectedText?

  /// Creates the key from some bytes, unless there is one.
  func makeKey(_ bytes: [UInt8]) throws(Failure) -> ProtectedText

  /// The names of all files, including incompletely written ones.
  func names() throws(Failure) -> [String]

  /// The path of a file, for messages.
  func path(of name: String) -> String

  /// Reads a file; if another process replaces it at the same time, one of the two is read as a
  /// whole.
  ///
  /// Returns its bytes, at most ``SessionEntry/longest``; nil if it does not exist.
  func read(_ name: String) throws(Failure) -> [UInt8]?

  /// Replaces a file as a whole; the caller has to hold its lock.
  func write(_ bytes: [UInt8], to name: String) throws(Failure)

  /// Removes a file.
  ///
  /// Throws a ``Failure``; a file that could not be removed is then unchanged.
  func remove(_ name: String, isAlone: Bool) throws(Failure)

  /// Takes the lock of a file, unless another process, or a task of this one, holds it.
  ///
  /// The locks of a process are released when it ends, however it ends.
  ///
  /// Returns the lock; nil if it is taken.
  func lock(_ name: String) throws(Failure) -> SessionLock?
}

/// A lock that is held until it is released or deinitialised.
package final class SessionLock {
  private var end: (() -> Void)?

  package init(_ end: @escaping () -> Void) { self.end = end }

  deinit { end?() }

  package func release() {
    end?()
    end = nil
  }
}

extension World {
  /// Calls a function repeatedly until it returns a value, with pauses that grow from 2 to 64 ms;
  /// other tasks run in the meantime.
  ///
  /// Returns the value; nil if there was none within the limit. Throws the ``Failure`` of `ask`, or
  /// one without a message if a signal ends the waiting.
  package func answer<Answer>(
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
