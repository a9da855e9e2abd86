package import APICallBase
import Glibc

/// The file of the folders that the user trusts: `apicall/trusted` in XDG_STATE_HOME, or in
/// ~/.local/state.
package enum TrustFile {
  /// The file; nil if neither the variable nor HOME is set.
  package static var location: PrivateFile? {
    BaseFolder.state.location.map {
      PrivateFile(FilePath.join($0, "trusted"), limit: TrustedFolders.limit)
    }
  }

  /// Reads the folders.
  ///
  /// - Throws: a ``Failure`` if the file cannot be read, or if it is not private to the user.
  package static func folders() throws(Failure) -> TrustedFolders {
    let file = try located()
    let folder = FilePath.folder(of: file.path)
    if let fault = SystemFiles().status(of: folder)?.trustFault {
      throw Failure(
        .noPermission,
        "\(fault.words(for: folder)), so the file of trusted folders in it is not read",
        hint: fault.remedy(for: folder, owning: "XDG_STATE_HOME names a folder of your own"))
    }
    do {
      return TrustedFolders(try file.read())
    } catch {
      throw error.failure(of: file.path)
    }
  }

  /// Changes the folders.
  ///
  /// - Throws: a ``Failure`` if the file cannot be written.
  package static func update(_ change: (inout TrustedFolders) -> Void) throws(Failure) {
    let file = try located()
    do {
      try file.update { bytes in
        var folders = TrustedFolders(bytes)
        change(&folders)
        return folders.bytes
      }
    } catch {
      throw error.failure(of: file.path)
    }
  }

  private static func located() throws(Failure) -> PrivateFile {
    guard let location else {
      throw Failure(
        .cannotCreate, "there is no place to keep trusted folders",
        hint: "set HOME or XDG_STATE_HOME to an absolute path")
    }
    return location
  }
}
