import APICallBase

/// Where the body of one answer goes.
protocol BodyRoute: AnyObject {
  /// Takes the next piece.
  func receive(_ octets: Span<UInt8>) throws(DeliveryError)
  /// Whether it wants to be told more; asked behind each piece.
  var wantsMore: Bool { get }
  /// Takes note that the body is complete.
  func finish() throws(Failure)
  /// What of the body there is to say in an envelope.
  var envelopeBody: EnvelopeBody? { get }
}

extension BodyRoute {
  /// Yes: most want all there is.
  var wantsMore: Bool { true }
  /// Nothing: a body that is printed stands in no envelope.
  var envelopeBody: EnvelopeBody? { nil }
}
