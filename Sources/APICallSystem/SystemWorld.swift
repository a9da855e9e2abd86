package import APICallBase
package import APICallSafety
import APICallText
import Glibc

extension World {
  /// The real world: the files, the clock and the randomness of this machine.
  package static func system() -> World {
    var digests = Digests(
      sha256: { SHA256.digest(of: $0) },
      hmacSHA256: { SHA256.authenticationCode(of: $0, key: $1) },
      sha512_256: { MessageDigest.sha512_256(of: $0) },
      digest: { MessageDigest.digest(of: $1, by: $0.rawValue) },
      code: { MessageDigest.authenticationCode(of: $1, key: $2, by: $0.rawValue) })
    digests.signatures = .system
    digests.sha256InPieces = { SHA256InPieces() }
    return World(
      files: SystemFiles(), digests: digests,
      now: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return UTCTimestamp(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
      },
      randomBytes: { count in
        // getrandom(2), which never fails once the machine is up.
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      }, caller: SystemCaller())
  }
}

/// The caller of this process: its environment, its standard input and its terminal.
package struct SystemCaller: Caller {
  package init() {}

  package func variable(_ name: String) -> String? { Program.environment(name) }

  package func standardInput(limit: Int) throws(FileError) -> [UInt8] {
    try StandardInput.read(limit: limit)
  }

  package func trustedFolder(covering folder: String) -> String? {
    (try? TrustFile.folders())?.path(covering: folder)
  }

  package var trustProblem: String? {
    do throws(Failure) {
      _ = try TrustFile.folders()
      return nil
    } catch {
      let problem = error.diagnostics.first
      return [problem?.message, problem?.hint].compactMap(\.self).joined(separator: "; ")
    }
  }

  package func grant(of secret: String, in folder: String?) -> SecretGrant? {
    guard let folder, SystemFiles().status(of: folder)?.faultAsTrustedFolder == nil else {
      return nil
    }
    return (try? GrantFile.grants())?.grant(of: secret, in: folder)
  }

  package func keep(_ grant: SecretGrants.Entry) throws(Failure) {
    try GrantFile.update { $0.set(grant) }
  }

  package var canAnswer: Bool { Terminal.isThere }

  package func answer(to question: Question) -> Answer {
    guard let terminal = Terminal() else { return .noTerminal }
    return terminal.answer(to: question)
  }
}
