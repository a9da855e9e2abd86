/// Where the body of one answer goes.
protocol BodyRoute: AnyObject {
  /// Takes the next piece.
  func receive(_ octets: Span<UInt8>) throws(DeliveryError)
  /// Takes note that the body is complete.
  func finish() throws(Failure)
}
