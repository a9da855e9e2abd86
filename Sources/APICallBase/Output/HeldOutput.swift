/// Output that is kept until somebody takes it.
package protocol HeldOutput: ByteSink {
  /// Whether there is nothing.
  var isEmpty: Bool { get }

  /// Hands all of it on, and keeps nothing any more.
  ///
  /// - Parameter output: who gets it.
  /// - Throws: what the output throws, and where what was kept cannot be read.
  func drain(to output: any ByteSink) throws(DeliveryError)
}

extension BufferSink: HeldOutput {
  /// Whether nothing was written.
  package var isEmpty: Bool { octets.isEmpty }

  /// Hands all of it on.
  ///
  /// - Parameter output: who gets it.
  /// - Throws: what the output throws.
  package func drain(to output: any ByteSink) throws(DeliveryError) {
    try copy(to: output)
    _ = take()
  }
}
