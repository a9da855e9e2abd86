import APICallBase
import APICallText

/// The time zone database of the machine: a folder with a file for each zone.
struct ZoneDatabase {
  /// Why there are no rules for a name.
  enum Problem: Error, Hashable {
    /// No zone has the name; with the nearest one, if one is near.
    case unknown(String, nearest: String?)
    case missing(folder: String)
    case unusable(String, reason: String)
  }

  let files: any FileSystem

  func rules(of name: String) throws(Problem) -> ZoneRules {
    if name == ZoneName.utc { return .utc }
    guard ZoneName.isValid(name) else { throw .unknown(name, nearest: nil) }
    let folder = files.zoneFolder
    let path = FilePath.join(folder, name)
    guard let status = files.status(of: path), status.kind == .file else {
      guard files.status(of: folder)?.kind == .folder else { throw .missing(folder: folder) }
      throw .unknown(name, nearest: nearest(to: name, in: folder))
    }
    let bytes = try rethrowing(files.read(path, limit: ZoneFile.limit)) { (error: FileError) in
      Problem.unusable(name, reason: error.reason)
    }
    // The database also has tables and lists, such as zone.tab.
    guard bytes.starts(with: "TZif".utf8) else { throw .unknown(name, nearest: nil) }
    return try rethrowing(ZoneFile.rules(in: bytes)) { (error: ZoneFile.Fault) in
      Problem.unusable(name, reason: error.reason)
    }
  }

  /// The zone that the user most likely meant; nil if none is near.
  private func nearest(to name: String, in folder: String) -> String? {
    let segments = FilePath.names(in: name)
    // An abbreviation such as PST is near to others that mean something else.
    guard name.utf8.count > 4 else { return nil }
    // The place alone, such as Berlin.
    for area in names(in: folder) where segments.count == 1 {
      let place = FilePath.join(folder, area)
      guard files.status(of: place)?.kind == .folder else { continue }
      let spelling = names(in: place).first { $0.lowercased() == name.lowercased() }
      if let spelling, files.status(of: FilePath.join(place, spelling))?.kind == .file {
        return FilePath.join(area, spelling)
      }
    }
    var found = ""
    for segment in segments {
      let place = found.isEmpty ? folder : FilePath.join(folder, found)
      let known = names(in: place)
      guard let near = known.contains(segment) ? segment : Nearest.word(to: segment, among: known)
      else { return nil }
      found = found.isEmpty ? near : FilePath.join(found, near)
    }
    let path = FilePath.join(folder, found)
    return files.status(of: path)?.kind == .file ? found : nil
  }

  /// The names in a folder that zones may have; not `posix` and `right`, which repeat the zones.
  private func names(in folder: String) -> [String] {
    ((try? files.names(in: folder)) ?? []).filter {
      ZoneName.isValid($0) && $0 != "posix" && $0 != "right"
    }
  }
}

/// The names of time zones.
enum ZoneName {
  static let utc = "UTC"
  /// The maximum number of bytes; the longest name has 32.
  private static let limit = 128

  /// Whether a name may be that of a zone: it cannot lead out of the folder of the database.
  static func isValid(_ name: String) -> Bool {
    guard name.utf8.count <= limit else { return false }
    return name.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .allSatisfy {
        segment in
        guard let first = segment.first, first.isASCIILetterOrDigit else { return false }
        return segment.allSatisfy { $0.isASCIILetterOrDigit || "_+-".utf8.contains($0) }
      }
  }
}
