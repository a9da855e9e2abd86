import APICallBase

extension FileSystem {
  /// Reads a file that the user named.
  ///
  /// Throws a ``Failure`` with exit status 66 if it cannot be read.
  func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    do throws(FileError) {
      return try read(path, limit: limit)
    } catch {
      throw Failure(.noInput, "cannot read '\(path)': \(error.reason)")
    }
  }
}
