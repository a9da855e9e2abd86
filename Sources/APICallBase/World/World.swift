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

/// The person or the script that runs the program, as far as the values of inputs come from there.
package protocol Caller: Sendable {
  /// A variable of the environment.
  ///
  /// - Parameter name: the variable's name.
  /// - Returns: its value; nil where it is not set.
  func variable(_ name: String) -> String?

  /// Reads standard input to its end.
  ///
  /// - Parameter limit: the most octets to read.
  /// - Returns: the octets.
  /// - Throws: why it cannot be read; ``FileError/tooLarge(limit:)`` past the limit.
  func standardInput(limit: Int) throws(FileError) -> [UInt8]

  /// Finds the folder that the user has approved of, and that makes a folder trusted: apicall(1),
  /// `trust`.
  ///
  /// - Parameter folder: a canonical path.
  /// - Returns: the folder itself, or the nearest one above it; nil where it is not trusted.
  func trustedFolder(covering folder: String) -> String?

  /// Why nobody can tell which folders the user has approved of, and what to do about that; nil where
  /// that is known.
  var trustProblem: String? { get }

  /// Whether there is a terminal to ask the user on.
  var canAnswer: Bool { get }

  /// Asks the user, on a terminal.
  ///
  /// - Parameter question: what is asked.
  /// - Returns: the answer, or why there is none.
  func answer(to question: Question) -> Answer
}

extension Caller {
  /// Tells whether the user has approved of a folder, or of one above it.
  ///
  /// - Parameter folder: a canonical path.
  /// - Returns: whether files in it may name variables of the environment to be read.
  package func trusts(_ folder: String) -> Bool { trustedFolder(covering: folder) != nil }

  /// It is known.
  package var trustProblem: String? { nil }

  /// There is none.
  package var canAnswer: Bool { false }
}

/// A question to the user.
package struct Question: Sendable, Hashable {
  /// The question, on one line and without a colon behind it.
  package var text: String
  /// What was wrong with the answer before, on lines of their own; nil at first.
  package var remark: String?
  /// Whether the answer is not to be seen while it is typed.
  package var isSecret: Bool

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - text: the question, on one line and without a colon behind it.
  ///   - remark: what was wrong with the answer before; nil at first.
  ///   - isSecret: whether the answer is not to be seen while it is typed.
  package init(_ text: String, remark: String? = nil, isSecret: Bool = false) {
    self.text = text
    self.remark = remark
    self.isSecret = isSecret
  }
}

/// What came of a question.
package enum Answer: Sendable, Hashable {
  /// A line of text, without its line break; it may be empty.
  case text(String)
  /// The end of input, or nothing for too long.
  case nothing
  /// There is no terminal to ask on.
  case noTerminal
  /// A signal that ends the program came instead.
  case interrupted
}

/// Nobody: no variables, no standard input, no approvals and no answers.
package struct NoCaller: Caller {
  /// Creates nobody.
  package init() {}

  /// No variable is set.
  package func variable(_ name: String) -> String? { nil }

  /// There is no standard input.
  package func standardInput(limit: Int) throws(FileError) -> [UInt8] { throw .notFound }

  /// No folder is approved of.
  package func trustedFolder(covering folder: String) -> String? { nil }

  /// There is no terminal.
  package func answer(to question: Question) -> Answer { .noTerminal }
}

/// The program itself.
package enum APICall {
  /// The version, as `apicall --version` and the User-Agent field tell it.
  package static let version = "0.1.0"
}
