package import APICallBase
import APICallContracts
package import APICallRequests
import JSONText

/// The destination of the body of one response while it arrives.
package protocol BodyRoute: AnyObject {
  func receive(_ bytes: Span<UInt8>) throws(DeliveryError)
  /// Whether it takes more of the body; read after each piece.
  var wantsMore: Bool { get }
  /// Ends the body, which is complete.
  func finish() throws(Failure)
  var envelopeBody: EnvelopeBody? { get }
}

extension BodyRoute {
  package var wantsMore: Bool { true }
  /// The default: a body that is printed is not in an envelope.
  package var envelopeBody: EnvelopeBody? { nil }
}

/// The destination of a held body that has arrived completely.
package protocol BodyReader: AnyObject {
  /// Throws a ``Failure`` if it cannot be read or written.
  func read(_ held: BufferedBody) throws(Failure)
}

/// The destination of a body as it arrives, or of a held body as one piece.
package protocol PieceRoute: BodyRoute, BodyReader {
  var call: Call { get }
}

extension PieceRoute {
  package func read(_ held: BufferedBody) throws(Failure) {
    let bytes = held.bytes
    do {
      if !bytes.isEmpty { try receive(bytes.span) }
    } catch {
      throw Failure(error, call: call)
    }
    try finish()
  }
}

/// A body that is not shown: it is not used, or what is wrong with it was reported.
final class UnseenBody: BodyRoute, BodyReader {
  let wantsMore: Bool

  init(isRead: Bool) { wantsMore = isRead }

  func receive(_ bytes: Span<UInt8>) {}
  func finish() {}
  func read(_ held: BufferedBody) {}
}

/// Values that are checked and not shown.
final class UnseenValues: ValueSink {
  let output: any ByteSink = DroppingSink()
  private(set) var hasValues = false
  let remarks: [FormatRemark] = []

  func beginStream() {}
  func begin(_ kind: ValueKind) { hasValues = true }
  func receive(_ bytes: Span<UInt8>) {}
  func end() {}
  func write(_ document: JSONDocument) { hasValues = true }
  func finish() {}
}
