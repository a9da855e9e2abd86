import APICallBase
import APICallSafety

/// A file in the folder of apicall's state, which is used only if no other user can change it.
struct StateFile: Sendable {
  let name: String
  /// What the file keeps, for messages.
  let contents: String
  let limit: Int

  /// The file; nil if neither XDG_STATE_HOME nor HOME is set.
  var location: PrivateFile? {
    BaseFolder.state.location.map { PrivateFile(FilePath.join($0, name), limit: limit) }
  }

  /// Reads the file; empty if it does not exist.
  ///
  /// Throws a ``Failure`` if the file cannot be read, or if it is not private to the user.
  func read() throws(Failure) -> [UInt8] {
    let file = try located()
    let folder = FilePath.folder(of: file.path)
    if let fault = SystemFiles().status(of: folder)?.trustFault {
      throw Failure(
        .noPermission,
        "\(fault.words(for: folder)), so the file of \(contents) in it is not read",
        hint: fault.remedy(for: folder, owning: "XDG_STATE_HOME names a folder of your own"))
    }
    do { return try file.read() } catch { throw error.failure(of: file.path) }
  }

  /// Changes the file under a lock.
  func update(_ change: ([UInt8]) -> [UInt8]) throws(Failure) {
    let file = try located()
    do { try file.update(change) } catch { throw error.failure(of: file.path) }
  }

  private func located() throws(Failure) -> PrivateFile {
    guard let location else {
      throw Failure(
        .cannotCreate, "there is no place to keep \(contents)",
        hint: "set HOME or XDG_STATE_HOME to an absolute path")
    }
    return location
  }
}
