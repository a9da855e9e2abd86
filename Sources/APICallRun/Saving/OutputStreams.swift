package import APICallBase

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
