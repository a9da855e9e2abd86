package import APICallBase

/// Output that waits for its turn: what is written before is kept, and goes out when it comes.
package final class WaitingSink: ByteSink {
  private let output: any ByteSink
  private var spool: Spool? = Spool()

  /// Creates a sink whose turn has not come.
  ///
  /// - Parameter output: where all of it goes in the end.
  package init(_ output: any ByteSink) { self.output = output }

  package func write(_ octets: Span<UInt8>) throws(DeliveryError) {
    if let spool { try spool.write(octets) } else { try output.write(octets) }
  }

  package func flush() throws(DeliveryError) {
    if spool == nil { try output.flush() }
  }

  /// Lets out what was kept; from now on nothing waits.
  ///
  /// - Throws: where the output does not take it.
  package func takeTurn() throws(DeliveryError) {
    guard let kept = spool else { return }
    spool = nil
    try kept.drain(to: output)
    try output.flush()
  }
}
