import APICallBase

/// The folders that hold what apicall keeps for itself: state, secrets and plugins.
///
/// No file names anything in them to be read or written.
enum OwnFolders {
  /// Canonical paths.
  static var paths: [String] {
    let files = SystemFiles()
    let plugins = PluginRoots(
      workingDirectory: files.workingDirectory, variable: Program.environment)
    return (BaseFolder.allCases.compactMap(\.location) + plugins.folders).map {
      files.canonicalPath(of: $0) ?? FilePath.normalized($0)
    }
  }
}
