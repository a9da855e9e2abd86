import APICallBase
import APICallModel
import APICallResponses
import APICallSafety
import Glibc

/// The place of a file whose path the user did not type, or typed only in part.
///
/// The folders are opened one by one, each in the one before. Symbolic links are followed in the
/// part that the user typed at the beginning, but not from the first untyped name on.
struct ConfinedPlace {
  let folder: OpenFolder
  let name: String
  let replaced: stat?

  /// Throws an `OutputFileProblem` if writing there is not allowed or not possible.
  init(_ path: SavePath, besides own: [String]) throws(OutputFileProblem) {
    let shown = path.text
    var folder = try Self.check(shown) { () throws(FileError) in
      try OpenFolder(path.isAbsolute ? "/" : ".")
    }
    var isFree = true
    for segment in path.segments.dropLast() {
      isFree = isFree && segment.isTyped
      folder = try Self.open(
        segment.name, in: folder, following: isFree || !WriteRule.link.holds, shown)
    }
    name = path.segments.last?.name ?? "."
    replaced = try Self.check(shown) { [folder, name] () throws(FileError) in
      try folder.status(of: name)
    }
    self.folder = folder
    try Self.check(folder, besides: own, shown)
    guard let replaced else { return }
    switch replaced.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFLNK where !WriteRule.link.holds: return
    case S_IFLNK: throw .throughLink(shown, link: name)
    case S_IFDIR: throw .notWritable(shown, reason: FileError.isFolder.reason)
    case _ where !WriteRule.notRegular.holds: return
    default: throw .notWritable(shown, reason: FileError.notRegular.reason)
    }
    let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW
    let descriptor = openat(folder.descriptor, name, flags)
    // A running program cannot be written to, but may be replaced.
    guard descriptor >= 0 || errno == ETXTBSY else {
      throw .notWritable(shown, reason: SystemError.words(for: errno))
    }
    if descriptor >= 0 { close(descriptor) }
  }

  private static func open(
    _ name: String, in folder: OpenFolder, following: Bool, _ shown: String
  ) throws(OutputFileProblem) -> OpenFolder {
    let flags = OpenFolder.withoutReading | O_CLOEXEC | (following ? 0 : O_NOFOLLOW)
    let descriptor = openat(folder.descriptor, name, flags)
    guard descriptor >= 0 else {
      if errno == ENOENT { throw .noFolder(shown) }
      throw .notWritable(shown, reason: SystemError.words(for: errno))
    }
    let opened = OpenFolder(adopting: descriptor)
    var information = stat()
    guard fstat(descriptor, &information) == 0 else {
      throw .notWritable(shown, reason: SystemError.words(for: errno))
    }
    switch information.st_mode & S_IFMT {
    case S_IFDIR: return opened
    case S_IFLNK: throw .throughLink(shown, link: name)
    default: throw .noFolder(shown)
    }
  }

  /// Refuses one of apicall's own folders.
  private static func check(
    _ folder: OpenFolder, besides own: [String], _ shown: String
  ) throws(OutputFileProblem) {
    guard WriteRule.ownFolder.holds, let place = folder.path else { return }
    for path in own where FilePath.holds(path, place) {
      throw .ownFolder(shown)
    }
  }

  private static func check<Result>(
    _ shown: String, _ work: () throws(FileError) -> Result
  ) throws(OutputFileProblem) -> Result {
    return try rethrowing(work()) { (error: FileError) in
      OutputFileProblem.notWritable(shown, reason: error.reason)
    }
  }
}
