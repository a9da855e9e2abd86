package import APICallBase

/// Why the body of a request cannot be sent.
package struct RequestBodyFailure: Error, Sendable, Hashable {
  /// What is wrong with a file of it.
  package enum Reason: Sendable, Hashable {
    /// It cannot be read.
    case unreadable(FileError)
    /// It is not what it was when the request was made: its length in octets then and now, which
    /// are the same where it was written to in place.
    case changed(from: Int, to: Int)
    /// It would have to be read a second time, which a pipe or a device cannot be.
    case notRepeatable
  }

  /// What is wrong.
  package var reason: Reason
  /// The file as it is shown.
  package var file: ProtectedText

  /// Creates a failure.
  ///
  /// - Parameters:
  ///   - reason: what is wrong.
  ///   - file: the file that it is wrong with, as it is shown.
  package init(_ reason: Reason, file: ProtectedText) {
    self.reason = reason
    self.file = file
  }
}
