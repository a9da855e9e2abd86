import APICallCore

/// The folder for what programs keep from run to run: `apicall` in XDG_STATE_HOME, or in
/// ~/.local/state.
package enum StateFolder {
  /// Where it is; nil where there is neither variable nor home.
  ///
  /// A relative XDG_STATE_HOME is not looked at (XDG Base Directory Specification).
  package static var location: String? {
    var folder = Program.environment("XDG_STATE_HOME").flatMap { $0.hasPrefix("/") ? $0 : nil }
    if folder == nil, let home = Program.environment("HOME"), home.hasPrefix("/") {
      folder = FilePath.join(home, ".local/state")
    }
    return folder.map { FilePath.join($0, "apicall") }
  }
}
