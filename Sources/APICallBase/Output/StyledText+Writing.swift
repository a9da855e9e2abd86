extension StyledText {
  /// Writes what there is, and begins anew.
  ///
  /// - Parameter output: where to write.
  /// - Throws: what the output throws.
  package mutating func drain(to output: any ByteSink) throws(DeliveryError) {
    try output.write(octets.span, styled: runs)
    removeAll()
  }
}
