/// An open file, read from its beginning to its end; closed when nobody holds it any more.
package protocol FileReader: AnyObject {
  /// Tells what the open file is now, whatever stands at its path.
  ///
  /// - Returns: its kind, its length and when it was last written to.
  /// - Throws: what the system says.
  func status() throws(FileError) -> FileStatus

  /// Reads the next octets.
  ///
  /// - Parameter buffer: where to put them; not empty.
  /// - Returns: how many there are, up to the size of the buffer; 0 at the end.
  /// - Throws: what the system says; ``FileError/interrupted`` where a signal ended the wait.
  func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileError) -> Int

  /// The descriptor to wait for before each read, as of poll(2), where a read may have to wait for
  /// somebody who writes; nil where it does not, as in a regular file.
  var awaitedDescriptor: Int32? { get }

  /// Whether somebody types what is read.
  var isTerminal: Bool { get }
}

extension FileReader {
  /// Nothing has to be waited for.
  package var awaitedDescriptor: Int32? { nil }
  /// Nobody does.
  package var isTerminal: Bool { false }
}
