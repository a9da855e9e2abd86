import APICallBase

/// Where the body of one response goes while it comes.
protocol BodyRoute: AnyObject {
  /// Takes the next piece.
  func receive(_ octets: Span<UInt8>) throws(DeliveryError)
  /// Whether it wants to be told more; asked after each piece.
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

/// Where a body goes that was held, and has come whole.
protocol BodyReader: AnyObject {
  /// Takes the body.
  ///
  /// - Throws: a ``Failure`` if it cannot be read or written.
  func read(_ held: HeldBody) throws(Failure)
}

/// Where a body goes as it comes, and one that was held as one piece.
protocol PieceRoute: BodyRoute, BodyReader {
  /// The call, which says how what goes wrong is worded.
  var call: Call { get }
}

extension PieceRoute {
  func read(_ held: HeldBody) throws(Failure) {
    let octets = held.octets
    do {
      if !octets.isEmpty { try receive(octets.span) }
    } catch {
      throw Failure(error, call: call)
    }
    try finish()
  }
}

/// A body that nobody wants to see: what is wrong with it has been said.
final class UnseenBody: BodyRoute, BodyReader {
  let wantsMore: Bool

  /// Creates a route.
  ///
  /// - Parameter isRead: whether the body is read to its end all the same.
  init(isRead: Bool) { wantsMore = isRead }

  func receive(_ octets: Span<UInt8>) {}
  func finish() {}
  func read(_ held: HeldBody) {}
}
