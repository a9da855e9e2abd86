import YAMLTree

extension Endpoint {
  /// Whether the user trusts a file with what is the user's own: variables, and credentials.
  ///
  /// All files that the endpoint is made of are asked about, its project file too, not the one alone
  /// that asks: any of them decides where the value goes.
  ///
  /// - Parameters:
  ///   - world: knows the files, and whom the user trusts.
  ///   - source: the file that asks.
  /// - Returns: whether the user trusts the folders of all of them, and nobody else can write to the
  ///   files, or to a folder between.
  func isTrusted(by world: World, with source: Source) -> Bool {
    var sources = [source.name, file] + bases
    if let root = project?.root { sources.append(FilePath.join(root, Project.fileName)) }
    return sources.allSatisfy { file in
      guard let path = world.files.canonicalPath(of: file) else { return false }
      guard let top = world.caller.trustedFolder(covering: FilePath.folder(of: path)) else {
        return false
      }
      return world.files.trustFault(of: path, upTo: top) == nil
    }
  }

  /// What to write behind `apicall trust`: the project's folder, or that of the file.
  func folderToTrust(in world: World) -> String {
    let folder = fileRoot?.root ?? FilePath.folder(of: file)
    return folder == world.files.workingDirectory ? "." : world.files.shown(folder)
  }
}
