package import APICallSafety
package import APICallText

/// The core's access to the outside world; tests supply their own.
package struct World: Sendable {
  package var files: any FileSystem
  package var digests: Digests
  package var now: @Sendable () -> UTCTimestamp
  /// Returns the time since a fixed moment, by a clock that never jumps and stops while the machine
  /// sleeps.
  package var elapsed: @Sendable () -> Duration = {
    let start = SuspendingClock.now
    return { SuspendingClock.now - start }
  }()
  package var randomBytes: @Sendable (Int) -> [UInt8]
  /// Waits for a duration; throws if the task is cancelled meanwhile.
  package var wait: @Sendable (Duration) async throws(CancellationError) -> Void
  /// Waits for a time limit to pass; throws if the task is cancelled meanwhile.
  ///
  /// Nil for ``wait``. It differs only where time is not real: there no limit passes.
  package var waitForLimit: (@Sendable (Duration) async throws(CancellationError) -> Void)?
  /// Waits until a descriptor can be read or its other end is closed; throws if the task is
  /// cancelled meanwhile.
  package var waitForInput: @Sendable (Int32) async throws(CancellationError) -> Void = { _ in }

  /// The iterations in which the current task runs, from the outermost loop inwards.
  ///
  /// Randomness that has to be the same each time depends on them: which of several parallel
  /// iterations comes first differs from run to run.
  @TaskLocal package static var iterations: [Int] = []

  /// The secrets that this run has used.
  package var trail = SecretTrail()

  /// The memory for the bodies of a run together; nil if each body has only its own limit.
  package var memory: MemoryBudget?

  package var caller: any Caller

  package init(
    files: any FileSystem, digests: Digests, now: @escaping @Sendable () -> UTCTimestamp,
    randomBytes: @escaping @Sendable (Int) -> [UInt8],
    wait: @escaping @Sendable (Duration) async throws(CancellationError) -> Void = { _ in },
    caller: any Caller = NoCaller()
  ) {
    self.files = files
    self.digests = digests
    self.now = now
    self.randomBytes = randomBytes
    self.wait = wait
    self.caller = caller
  }

  /// Digests of bytes; each is nil if the machine cannot compute it.
  package struct Digests: Sendable {
    package var sha256: @Sendable (_ message: [UInt8]) -> [UInt8]?
    package var hmacSHA256: @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8]?
    /// Begins the SHA-256 digest of a message that is not held in memory.
    package var sha256InPieces: @Sendable () -> (any DigestInPieces)? = { nil }
    package var sha512_256: @Sendable (_ message: [UInt8]) -> [UInt8]?
    package var digest: @Sendable (DigestAlgorithm, _ message: [UInt8]) -> [UInt8]?
    package var code: @Sendable (DigestAlgorithm, _ message: [UInt8], _ key: [UInt8]) -> [UInt8]?
    /// The signatures with private keys.
    package var signatures = Signatures()

    package init(
      sha256: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]?,
      hmacSHA256: @escaping @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8]?,
      sha512_256: @escaping @Sendable (_ message: [UInt8]) -> [UInt8]? = { _ in nil },
      digest: @escaping @Sendable (DigestAlgorithm, _ message: [UInt8]) -> [UInt8]? = { _, _ in
        nil
      },
      code: @escaping @Sendable (DigestAlgorithm, _ message: [UInt8], _ key: [UInt8]) -> [UInt8]? =
        { _, _, _ in nil }
    ) {
      self.sha256 = sha256
      self.hmacSHA256 = hmacSHA256
      self.sha512_256 = sha512_256
      self.digest = digest
      self.code = code
    }
  }
}

/// A digest of a message that comes in pieces.
package protocol DigestInPieces: AnyObject {
  func add(_ piece: [UInt8])

  /// Returns the digest of all pieces; nil if the machine cannot compute it.
  func finish() -> [UInt8]?
}

/// The user or the script that runs the program, as a source of values for inputs.
package protocol Caller: Sendable {
  /// Returns its value; nil if it is not set.
  func variable(_ name: String) -> String?

  /// Throws why it cannot be read; ``FileError/tooLarge(limit:)`` above the limit.
  func standardInput(limit: Int) throws(FileError) -> [UInt8]

  /// Finds the folder approved by the user that makes a folder trusted: apicall-trust(1).
  ///
  /// Returns the folder itself, or the nearest approved one above it; nil if it is not trusted.
  func trustedFolder(covering folder: String) -> String?

  /// Why the list of approved folders is not usable, and what to do about it; nil if it is usable.
  var trustProblem: String? { get }

  /// Whether a text that is in no file is trusted.
  var trustsTexts: Bool { get }

  /// Finds what the user lets the files of an untrusted folder do with a stored secret.
  func grant(of secret: String, in folder: String?) -> SecretGrant?

  /// Keeps a grant for later runs.
  ///
  /// Throws a ``Failure`` if it cannot be kept.
  func keep(_ grant: SecretGrants.Entry) throws(Failure)

  /// Whether there is a terminal on which the user can be asked.
  var canAnswer: Bool { get }

  /// Returns a text in place of a secret that was not given.
  ///
  /// Returns the text; nil if the secret has to be given.
  func dummy(ofSecret name: String) -> String?

  /// Returns the answer, or why there is none.
  func answer(to question: Question) -> Answer
}

extension Caller {
  /// False by default: only a program can write such a text itself.
  package var trustsTexts: Bool { false }

  /// Returns whether the user has approved a folder, or one above it.
  package func trusts(_ folder: String) -> Bool { trustedFolder(covering: folder) != nil }

  package var trustProblem: String? { nil }

  package func dummy(ofSecret name: String) -> String? { nil }

  package func grant(of secret: String, in folder: String?) -> SecretGrant? { nil }

  /// By default, a grant is for this run alone.
  package func keep(_ grant: SecretGrants.Entry) throws(Failure) {}

  package var canAnswer: Bool { false }
}

/// A question to the user.
package struct Question: Sendable, Hashable {
  /// The question, on one line and without a colon at the end.
  package var text: String
  /// What was wrong with the previous answer, on lines of its own; nil the first time.
  package var remark: String?
  /// Whether the answer is hidden while it is typed.
  package var isSecret: Bool

  package init(_ text: String, remark: String? = nil, isSecret: Bool = false) {
    self.text = text
    self.remark = remark
    self.isSecret = isSecret
  }
}

/// The result of a question.
package enum Answer: Sendable, Hashable {
  /// A line of text, without its line break; it may be empty.
  case text(String)
  /// The input ended, or the user did not answer in time.
  case nothing
  case noTerminal
  /// A signal that ends the program arrived first.
  case interrupted
}

/// A caller without variables, standard input, approvals and answers.
package struct NoCaller: Caller {
  package init() {}

  package func variable(_ name: String) -> String? { nil }

  package func standardInput(limit: Int) throws(FileError) -> [UInt8] { throw .notFound }

  package func trustedFolder(covering folder: String) -> String? { nil }

  package func answer(to question: Question) -> Answer { .noTerminal }
}

/// The release of the program.
package enum Release {
  /// The version for `apicall --version` and the User-Agent field.
  package static let version = "0.1.0"
}
