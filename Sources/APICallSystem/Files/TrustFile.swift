package import APICallBase

/// The file of the folders that the user trusts: `apicall/trusted` in XDG_STATE_HOME, or in
/// ~/.local/state.
package enum TrustFile {
  private static let file = StateFile(
    name: "trusted", contents: "trusted folders", limit: TrustedFolders.limit)

  /// Throws a ``Failure`` if the file cannot be read, or if it is not private to the user.
  package static func folders() throws(Failure) -> TrustedFolders {
    TrustedFolders(try file.read())
  }

  package static func update(_ change: (inout TrustedFolders) -> Void) throws(Failure) {
    try file.update { bytes in
      var folders = TrustedFolders(bytes)
      change(&folders)
      return folders.bytes
    }
  }
}
