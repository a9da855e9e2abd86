import APICallCore

/// The folders that hold what apicall keeps for itself: state, settings, secrets and plugins.
///
/// No file names anything in them to be read or written.
enum OwnFolders {
  /// Canonical paths.
  static var paths: [String] {
    let bases = [
      ("XDG_STATE_HOME", ".local/state"), ("XDG_CONFIG_HOME", ".config"),
      ("XDG_DATA_HOME", ".local/share"),
    ]
    let home = Program.environment("HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    let files = SystemFiles()
    return bases.compactMap { variable, usual in
      let named = Program.environment(variable).flatMap { $0.hasPrefix("/") ? $0 : nil }
      guard let base = named ?? home.map({ FilePath.join($0, usual) }) else { return nil }
      let folder = FilePath.join(base, "apicall")
      return files.canonicalPath(of: folder) ?? FilePath.normalized(folder)
    }
  }
}
