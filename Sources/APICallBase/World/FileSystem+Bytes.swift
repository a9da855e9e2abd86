extension FileSystem {
  /// Reads a file that the user named.
  ///
  /// Throws a ``Failure`` with exit status 66 if it cannot be read.
  package func bytes(of path: String, limit: Int) throws(Failure) -> [UInt8] {
    try rethrowing(read(path, limit: limit)) { (error: FileError) in
      Failure(.noInput, "cannot read '\(path)': \(error.reason)")
    }
  }
}
