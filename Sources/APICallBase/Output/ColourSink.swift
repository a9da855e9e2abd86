/// Shows styles in colour where the output is no terminal: `--color always` into a pager.
package final class ColourSink: ByteSink {
  private let output: any ByteSink

  /// Creates a sink.
  ///
  /// - Parameter output: where the text goes with its escape sequences.
  package init(_ output: any ByteSink) { self.output = output }

  package var showsStyles: Bool { true }

  package func write(_ octets: Span<UInt8>) throws(DeliveryError) { try output.write(octets) }

  package func write(_ octets: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError) {
    try output.write(SGR.render(octets, styled: runs, escapesControls: false).span)
  }

  package func flush() throws(DeliveryError) { try output.flush() }
}
