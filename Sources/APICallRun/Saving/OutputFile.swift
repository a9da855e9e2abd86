package import APICallBase
package import APICallHTTP

/// A file that takes what a run prints, while nobody knows yet whether it will be kept.
///
/// It is opened before anything is sent, so that a place that cannot be written to is found out
/// while that costs nothing.
package protocol OutputFile: ByteSink {
  /// What output rules want to know of it.
  var surroundings: OutputSurroundings { get }

  /// The path of the file where it was not the user who chose its name; known once it is kept.
  var chosenPath: String? { get }

  /// Says what a response counts as: one that goes on with what is there already counts as the
  /// answer that brings the whole.
  ///
  /// - Parameters:
  ///   - head: the response's head.
  ///   - call: the call.
  /// - Returns: the head whose status is to be judged.
  func judge(_ head: ResponseHead, of call: Call) -> ResponseHead

  /// Gets ready for the body of a response whose status is expected.
  ///
  /// - Parameters:
  ///   - head: the response's head.
  ///   - call: the call.
  /// - Returns: whether the body is wanted; not where all of it is there already.
  /// - Throws: a ``Failure`` if the response cannot be saved here.
  func begin(_ head: ResponseHead, of call: Call) throws(Failure) -> Demand

  /// Keeps what was written: everything has passed.
  ///
  /// - Throws: a ``Failure`` if the file cannot be kept.
  func keep() throws(Failure)

  /// Leaves everything as it was before, but for what a later run may go on with.
  ///
  /// - Parameter failure: why nothing is kept.
  /// - Returns: the failure, with what there is to say of the file.
  func discard(after failure: Failure) -> Failure
}

extension OutputFile {
  /// Keeps the file where everything has passed.
  ///
  /// - Parameter failure: why nothing is to be kept, or nil.
  /// - Returns: why nothing was kept; nil if it was.
  package func end(after failure: Failure?) -> Failure? {
    if let failure { return discard(after: failure) }
    do throws(Failure) {
      try keep()
      return nil
    } catch {
      return discard(after: error)
    }
  }

  package var surroundings: OutputSurroundings { OutputSurroundings(isTerminal: false) }
  package var chosenPath: String? { nil }
  package func judge(_ head: ResponseHead, of call: Call) -> ResponseHead { head }
  package func begin(_ head: ResponseHead, of call: Call) throws(Failure) -> Demand { .more }
}

/// Where a run prints to.
package struct OutputStreams {
  package let output: any ByteSink
  package let error: any ByteSink
  /// The file that is the output; nil for standard output.
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
