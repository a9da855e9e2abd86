import APICallBase
import APICallRun
import CSystem
import Digests
import Glibc

/// The seal on the record of a part: only what a run of the user's own has begun is gone on with.
///
/// `FILE.part` and its record may come with a repository, and would then be the beginning of what the
/// user downloads. The seal is an HMAC-SHA-256 of the record and of the very part, its device, its
/// number and when it was made, by a key that apicall keeps in its state folder, where the user alone
/// can read it. Without such a key there is no seal, and a download begins anew.
enum PartSeal {
  private static let keyLength = 32

  /// Seals a record.
  ///
  /// - Parameters:
  ///   - record: the record.
  ///   - part: the open part.
  /// - Returns: the record with its seal; nil where there can be none.
  static func seal(_ record: PartRecord, of part: Int32) -> PartRecord? {
    var key = self.key
    if key == nil {
      try? file?.update { octets in
        guard octets.count != keyLength else { return nil }
        var generator = SystemRandomNumberGenerator()
        return (0..<keyLength).map { _ in UInt8.random(in: 0...255, using: &generator) }
      }
      key = self.key
    }
    guard let key, let code = code(of: record, part, key) else { return nil }
    var record = record
    record.seal = code
    return record
  }

  /// Whether a record has the seal that is right for a part.
  static func holds(_ record: PartRecord, of part: Int32) -> Bool {
    guard ReadRule.foreignPart.holds else { return true }
    guard let seal = record.seal, let key, let code = code(of: record, part, key) else {
      return false
    }
    return code == seal
  }

  private static var file: PrivateFile? {
    BaseFolder.state.location.map {
      PrivateFile(FilePath.join($0, "part.key"), limit: 64, isSecret: true)
    }
  }

  private static var key: [UInt8]? {
    guard let octets = try? file?.read(), octets.count == keyLength else { return nil }
    return octets
  }

  private static func code(of record: PartRecord, _ part: Int32, _ key: [UInt8]) -> String? {
    var information = stat()
    guard fstat(part, &information) == 0 else { return nil }
    var record = record
    record.seal = nil
    let place = "\(information.st_dev) \(information.st_ino) \(apicall_birth(part))"
    return SHA256.authenticationCode(of: record.octets + Array(place.utf8), key: key)
      .map { Hexadecimal.encode($0) }
  }
}
