import APICallBase
import APICallSpec

/// A folder of a run whose files the user does not trust.
struct UntrustedFolder {
  /// The canonical path; nil for a text that is in no file.
  var path: String?
  /// The folder as the user could type it.
  var shown: String
  /// Why it is not trusted.
  var distrust: Distrust

  /// Finds the folders of files that are not trusted.
  ///
  /// - Parameters:
  ///   - files: the files of a run.
  ///   - world: knows what the user trusts.
  /// - Returns: each folder once: that of the project, or that of a file outside any project.
  static func all(of files: [Endpoint], in world: World) -> [UntrustedFolder] {
    var folders: [UntrustedFolder] = []
    for file in files {
      guard let distrust = file.distrust(of: file.source, in: world) else { continue }
      let root = file.fileRoot?.root ?? FilePath.folder(of: file.file)
      let path = world.files.canonicalPath(of: root)
      guard !folders.contains(where: { $0.path == path }) else { continue }
      let isHere = path.map { $0.utf8.elementsEqual(world.files.workingDirectory.utf8) } ?? true
      folders.append(
        UntrustedFolder(
          path: path, shown: isHere ? "." : world.files.shown(path ?? root), distrust: distrust))
    }
    return folders
  }
}
