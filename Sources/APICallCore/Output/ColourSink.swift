/// Shows styles in colour where the output is no terminal: `--color always` into a pager.
final class ColourSink: ByteSink {
  private let output: any ByteSink

  init(_ output: any ByteSink) { self.output = output }

  var showsStyles: Bool { true }

  func write(_ octets: Span<UInt8>) throws(DeliveryError) { try output.write(octets) }

  func write(_ octets: Span<UInt8>, styled runs: [StyledRun]) throws(DeliveryError) {
    try output.write(SGR.render(octets, styled: runs, escapesControls: false).span)
  }

  func flush() throws(DeliveryError) { try output.flush() }
}
