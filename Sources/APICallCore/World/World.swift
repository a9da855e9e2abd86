/// What the core may know of the world around it, handed in from outside: tests hand in another.
public struct World: Sendable {
  /// The files that specs are read from.
  public var files: any FileSystem
  /// The digests that filters compute.
  public var digests: Digests
  /// Tells the time.
  public var now: @Sendable () -> Timestamp
  /// Tells how long something lasts: the time since some moment, by a clock that never jumps and
  /// stands still while the machine sleeps.
  public var elapsed: @Sendable () -> Duration = {
    let start = SuspendingClock.now
    return { SuspendingClock.now - start }
  }()
  /// Makes as many octets as it is asked for, which nobody can foretell.
  public var randomOctets: @Sendable (Int) -> [UInt8]
  /// Waits for so long; throws where whoever waits gives up meanwhile.
  public var wait: @Sendable (Duration) async throws(CancellationError) -> Void
  /// Waits until a descriptor can be read, or its other end is closed; throws where whoever waits
  /// gives up meanwhile.
  public var waitForInput: @Sendable (Int32) async throws(CancellationError) -> Void = { _ in }

  /// What this run has done with secrets.
  package var trail = SecretTrail()

  /// Who runs the program.
  public var caller: any Caller

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
  public init(
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
  public struct Digests: Sendable {
    /// SHA-256 of a message.
    public var sha256: @Sendable (_ message: [UInt8]) -> [UInt8]?
    /// HMAC-SHA-256 of a message.
    public var hmacSHA256: @Sendable (_ message: [UInt8], _ key: [UInt8]) -> [UInt8]?
    /// MD5 of a message.
    public var md5: @Sendable (_ message: [UInt8]) -> [UInt8]?
    /// SHA-512/256 of a message.
    public var sha512_256: @Sendable (_ message: [UInt8]) -> [UInt8]?

    /// Creates digests.
    ///
    /// - Parameters:
    ///   - sha256: SHA-256 of a message.
    ///   - hmacSHA256: HMAC-SHA-256 of a message.
    ///   - md5: MD5 of a message; nothing computes it where there is none.
    ///   - sha512_256: SHA-512/256 of a message; nothing computes it where there is none.
    public init(
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

/// A tree of files, read only.
public protocol FileSystem: Sendable {
  /// The absolute path that relative ones start from.
  var workingDirectory: String { get }

  /// Reads a whole file.
  ///
  /// - Parameters:
  ///   - path: absolute, or relative to the working directory; `-` is standard input.
  ///   - limit: the most octets to read.
  /// - Returns: the octets.
  /// - Throws: why it cannot be read; ``FileError/tooLarge(limit:)`` past the limit.
  func read(_ path: String, limit: Int) throws(FileError) -> [UInt8]

  /// Opens a file, to be read piece by piece.
  ///
  /// - Parameter path: absolute, or relative to the working directory; `-` is standard input.
  /// - Returns: the file at its beginning.
  /// - Throws: why it cannot be read.
  func open(_ path: String) throws(FileError) -> any FileReader

  /// Tells what stands at a path, following symbolic links.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  /// - Returns: what stands there, or nil where nothing does.
  func status(of path: String) -> FileStatus?

  /// The path without symbolic links and without `.` and `..`, as realpath(3) finds it.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  /// - Returns: the absolute path, or nil where nothing stands there.
  func canonicalPath(of path: String) -> String?

  /// Lists a folder.
  ///
  /// - Parameter path: absolute, or relative to the working directory.
  /// - Returns: the names in it, sorted, without `.` and `..`.
  /// - Throws: why it cannot be listed.
  func names(in path: String) throws(FileError) -> [String]

  /// Opens a regular file that was looked at before, by a path without symbolic links.
  ///
  /// - Parameter path: a canonical path: where a symbolic link has come into it since, or anything
  ///   but a regular file is there, nothing is opened, and nothing is waited for.
  /// - Returns: the file at its beginning.
  /// - Throws: why it cannot be read.
  func openCanonical(_ path: String) throws(FileError) -> any FileReader

  /// Reads a whole regular file that was looked at before, as ``openCanonical(_:)`` opens it.
  ///
  /// - Parameters:
  ///   - path: a canonical path.
  ///   - limit: the most octets to read.
  /// - Returns: the octets.
  /// - Throws: why it cannot be read; ``FileError/tooLarge(limit:)`` past the limit.
  func readCanonical(_ path: String, limit: Int) throws(FileError) -> [UInt8]

  /// Whether a folder is too wide for a file to read what lies in it: somebody's home, or `/`.
  ///
  /// - Parameter folder: a canonical path.
  /// - Returns: whether it is one of these.
  func isHome(_ folder: String) -> Bool

  /// The folders that hold what the program keeps for itself, secrets among it: canonical paths.
  var ownFolders: [String] { get }
}

extension FileSystem {
  /// The path as a message shows it: relative where it lies below the working directory.
  package func shown(_ path: String) -> String {
    let prefix = Array((workingDirectory + "/").utf8)
    guard path.utf8.starts(with: prefix) else { return path }
    return String(decoding: path.utf8.dropFirst(prefix.count), as: UTF8.self)
  }
}

/// Why a file cannot be read.
public enum FileError: Error, Sendable, Hashable {
  /// Nothing stands at the path.
  case notFound
  /// The user may not read it.
  case notPermitted
  /// It is a folder where a file is needed.
  case isFolder
  /// It is a device, a pipe or a socket.
  case notRegular
  /// It is longer than the limit, in octets.
  case tooLarge(limit: Int)
  /// A signal asked the program to end.
  case interrupted
  /// Anything else, in the system's words.
  case other(String)

  /// What is wrong, in lower case and without a full stop.
  public var reason: String {
    switch self {
    case .notFound: "no such file"
    case .notPermitted: "permission denied"
    case .isFolder: "it is a folder"
    case .notRegular: "it is not a regular file"
    case .tooLarge(let limit): "it is longer than \(limit) octets"
    case .interrupted: "interrupted"
    case .other(let words): words
    }
  }
}
