package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallRequests

/// A file for the output of a run, which is kept only if the run succeeds.
///
/// It is opened before anything is sent, so that a place that cannot be written to is found out
/// early.
package protocol OutputFile: ByteSink {
  /// The properties of the file that output rules depend on.
  var context: OutputContext { get }

  /// The path of the file if the user did not choose its name; known after the file is kept.
  var chosenPath: String? { get }

  /// The header that a response counts as.
  ///
  /// A response that continues the saved part counts as a response that contains the whole.
  func judge(_ head: ResponseHead, of call: Call) -> ResponseHead

  /// Returns whether the body is wanted; not if the saved part is already the whole. Throws a
  /// ``Failure`` if the response cannot be saved here.
  func begin(_ head: ResponseHead, of call: Call) throws(Failure) -> Demand

  /// Keeps what was written, after the run has succeeded.
  func keep() throws(Failure)

  /// Keeps what was written, even if a signal has ended the run.
  func keepAfterSignal() throws(Failure)

  /// Restores the state before the run, except for a part that a later run may resume.
  func discard(after failure: Failure) -> Failure
}

extension OutputFile {
  /// Keeps the file if the run has succeeded, and discards it otherwise.
  ///
  /// Returns why the file was not kept; nil if it was.
  package func end(after failure: Failure?) -> Failure? {
    if let failure { return discard(after: failure) }
    do throws(Failure) {
      try keep()
      return nil
    } catch {
      return discard(after: error)
    }
  }

  package func keepAfterSignal() throws(Failure) { try keep() }
  package var context: OutputContext { OutputContext(isTerminal: false) }
  package var chosenPath: String? { nil }
  package func judge(_ head: ResponseHead, of call: Call) -> ResponseHead { head }
  package func begin(_ head: ResponseHead, of call: Call) throws(Failure) -> Demand { .more }
}

/// Where a run prints to.
package struct OutputStreams {
  package let output: any ByteSink
  package let error: any ByteSink
  /// The output file; nil for standard output.
  package let file: (any OutputFile)?

  package init(output: any ByteSink, error: any ByteSink) {
    self.output = output
    self.error = error
    file = nil
  }

  package init(file: any OutputFile, error: any ByteSink) {
    output = file
    self.error = error
    self.file = file
  }
}
