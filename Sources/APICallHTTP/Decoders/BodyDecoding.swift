package import APICallBase

/// A decoder at work on one body: ``ResponseDecoder`` says how.
package protocol BodyDecoding {
  /// Called once before the first piece. A body that is empty is never decoded.
  ///
  /// - Parameter values: who gets the values.
  /// - Throws: what the receiver of the values throws.
  mutating func begin(_ values: any ValueReceiver) throws(DeliveryError)

  /// Takes the next piece of the body.
  ///
  /// - Parameters:
  ///   - octets: the piece; valid only during the call.
  ///   - values: who gets the values.
  /// - Throws: ``DeliveryError/malformed(_:)`` where the body is not what its media type says, and what
  ///   the receiver of the values throws.
  mutating func decode(_ octets: Span<UInt8>, to values: any ValueReceiver) throws(DeliveryError)

  /// Called once after the last piece.
  ///
  /// - Parameter values: who gets the values.
  /// - Throws: ``DeliveryError/malformed(_:)`` where the body ends too early, and what the receiver of the
  ///   values throws.
  mutating func end(_ values: any ValueReceiver) throws(DeliveryError)
}
