package import APICallBase
import Digests
import Glibc

extension World {
  /// The world as it is: the files, the clock and the randomness of this machine.
  package static func system() -> World {
    World(
      files: SystemFiles(),
      digests: Digests(
        sha256: { SHA256.digest(of: $0) },
        hmacSHA256: { SHA256.authenticationCode(of: $0, key: $1) },
        md5: { MessageDigest.md5(of: $0) }, sha512_256: { MessageDigest.sha512_256(of: $0) }),
      now: {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(seconds: time.tv_sec, nanoseconds: time.tv_nsec)
      },
      randomOctets: { count in
        // getrandom(2), which never fails once the machine is up.
        var generator = SystemRandomNumberGenerator()
        return (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
      }, caller: SystemCaller())
  }
}
