/// What the core may know of the world around it, handed in from outside: tests hand in another.
package struct World: Sendable {
  /// The files that specs are read from.
  package var files: any FileSystem
  /// The digests that filters compute.
  package var digests: Digests
  /// Tells the time.
  package var now: @Sendable () -> Timestamp
  /// Tells how long something lasts: the time since some moment, by a clock that never jumps and
  /// stands still while the machine sleeps.
  package var elapsed: @Sendable () -> Duration = {
    let start = SuspendingClock.now
    return { SuspendingClock.now - start }
  }()
  /// Makes as many octets as it is asked for, which nobody can foretell.
  package var randomOctets: @Sendable (Int) -> [UInt8]
  /// Waits for so long; throws where whoever waits gives up meanwhile.
  package var wait: @Sendable (Duration) async throws(CancellationError) -> Void
  /// Waits until a descriptor can be read, or its other end is closed; throws where whoever waits
  /// gives up meanwhile.
  package var waitForInput: @Sendable (Int32) async throws(CancellationError) -> Void = { _ in }

  /// What this run has done with secrets.
  package var trail = SecretTrail()

  /// Who runs the program.
  package var caller: any Caller

  /// Creates a world.
  ///
  /// - Parameters:
  ///   - files: the files that specs are read from.
  ///   - digests: the digests that filters compute.
  ///   - now: tells the time.
  ///   - randomOctets: makes as many octets as it is asked for, which nobody can foretell.
  ///   - wait: waits for so long, and throws where whoever waits gives up meanwhile; by itself, for
  ///     where nothing is waited for, not at all.
  ///   - caller: who runs the program.
  package init(
    files: any FileSystem, digests: Digests, now: @escaping @Sendable () -> Timestamp,
    randomOctets: @escaping @Sendable (Int) -> [UInt8],
    wait: @escaping @Sendable (Duration) async throws(CancellationError) -> Void = { _ in },
    caller: any Caller = NoCaller()
  ) {
    self.files = files
    self.digests = digests
    self.now = now
    self.randomOctets = randomOctets
    self.wait = wait
    self.caller = caller
  }

  /// Digests of octets; each is nil where the machine does not compute it.
  package struct Digests: Sendable {
    /// SHA-256 of a message.
    package var sha256: @Sendable (_ message: [UInt8]) -> [UInt8]?
    /// HMAC-SHA-256 of a message.
    package var hmacSHA256: @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8]?
    /// MD5 of a message.
    package var md5: @Sendable (_ message: [UInt8]) -> [UInt8]?
    /// SHA-512/256 of a message.
    package var sha512_256: @Sendable (_ message: [UInt8]) -> [UInt8]?

    /// Creates digests.
    ///
    /// - Parameters:
    ///   - sha256: SHA-256 of a message.
    ///   - hmacSHA256: HMAC-SHA-256 of a message.
    ///   - md5: MD5 of a message; nothing computes it where there is none.
    ///   - sha512_256: SHA-512/256 of a message; nothing computes it where there is none.
    package init(
      sha256: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]?,
      hmacSHA256: @escaping @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8]?,
      md5: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]? = { _ in nil },
      sha512_256: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]? = { _ in nil }
    ) {
      self.sha256 = sha256
      self.hmacSHA256 = hmacSHA256
      self.md5 = md5
      self.sha512_256 = sha512_256
    }
  }
}
