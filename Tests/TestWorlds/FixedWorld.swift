package import APICallBase
import APICallText
import APICallSystem
import SeededNumbers
import Synchronization

extension World {
  /// A deterministic world: the time is always a quarter of a second past noon on 31 January 2026,
  /// and random values follow from the seed.
  package static func fixed(
    _ files: any FileSystem = MemoryFiles(), seed: UInt64 = 1, caller: any Caller = NoCaller()
  ) -> World {
    let generator = SeededBytes(seed: seed)
    return World(
      files: files,
      digests: World.Digests(
        sha256: { SHA256.digest(of: $0) },
        hmacSHA256: { SHA256.authenticationCode(of: $0, key: $1) },
        sha512_256: { MessageDigest.sha512_256(of: $0) },
        digest: { MessageDigest.digest(of: $1, by: $0.rawValue) },
        code: { MessageDigest.authenticationCode(of: $1, key: $2, by: $0.rawValue) }),
      now: { UTCTimestamp(seconds: 1_769_860_800, nanoseconds: 250_000_000) },
      randomBytes: { generator.bytes($0) }, caller: caller)
  }
}

/// Returns bytes that follow from a seed.
private final class SeededBytes: Sendable {
  private let generator: Mutex<SeededGenerator>

  init(seed: UInt64) { generator = Mutex(SeededGenerator(seed: seed)) }

  func bytes(_ count: Int) -> [UInt8] {
    generator.withLock { generator in
      (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next() >> 40) }
    }
  }
}
