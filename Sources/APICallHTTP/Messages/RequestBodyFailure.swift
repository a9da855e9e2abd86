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

extension Failure {
  /// The failure of a body that cannot be read.
  package init(_ failure: RequestBodyFailure) {
    let file = "'\(failure.file)'"
    switch failure.reason {
    case .unreadable(.interrupted): self.init(.interrupted, [])
    case .unreadable(let error):
      self.init(.inputOutput, "cannot send \(file): \(error.reason)")
    case .changed(let before, let now) where before == now:
      self.init(
        .inputOutput, "\(file) was written to while the call was made",
        hint: "the request did not go out whole; run it again when nothing changes the file")
    case .changed(let before, let now):
      self.init(
        .inputOutput,
        "\(file) changed while the call was made: it had \(before) octets, now \(now)",
        hint: "the request did not go out whole; run it again when nothing changes the file")
    case .notRepeatable:
      self.init(
        .inputOutput, "the octets of \(file) would have to be sent again, and are gone",
        hint: "keep them in a file, and send that")
    }
  }
}
