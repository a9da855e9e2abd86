import APICallBase
import APICallModel
import APICallSafety

/// A folder of a run whose files the user does not trust.
struct UntrustedFolder {
  /// The canonical path; nil for a text that is in no file.
  var path: String?
  /// The folder as the user could type it.
  var shown: String
  /// Why no grant for it is used: others could change its files.
  var fault: (path: String, fault: TrustFault)?

  /// Finds the folders of files that are not trusted.
  ///
  /// Returns each folder once: that of the project, or that of a file outside any project.
  static func all(of files: [EndpointSpec], in world: World) -> [UntrustedFolder] {
    var folders: [UntrustedFolder] = []
    for file in files {
      guard file.distrust(of: file.source, in: world) != nil else { continue }
      let root = file.fileRoot?.root ?? FilePath.folder(of: file.file)
      // A grant of the working directory is not one for a text that was piped in.
      let path = EndpointSpec.isText(file.file) ? nil : world.files.canonicalPath(of: root)
      var fault = path.flatMap { world.files.fault(of: file.file, in: $0) }
      if let known = folders.firstIndex(where: { $0.path == path }) {
        if folders[known].fault == nil { folders[known].fault = fault }
        continue
      }
      if let path, let shared = world.files.status(of: path)?.faultAsTrustedFolder {
        fault = (world.files.shown(path), shared)
      }
      let isHere = path.map { $0.utf8.elementsEqual(world.files.workingDirectory.utf8) } ?? true
      folders.append(
        UntrustedFolder(
          path: path, shown: isHere ? "." : world.files.shown(path ?? root), fault: fault))
    }
    return folders
  }
}

extension FileSystem {
  /// Why others could change a file of a folder; nil if they cannot.
  fileprivate func fault(of file: String, in folder: String) -> (path: String, fault: TrustFault)? {
    guard let path = canonicalPath(of: file), FilePath.holds(folder, path) else { return nil }
    return trustFault(of: path, upTo: folder).map { (shown($0.path), $0.fault) }
  }
}
