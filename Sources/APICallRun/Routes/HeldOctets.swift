import APICallBase
import APICallHTTP

/// The octets of a body that is held: of a stream that has a last value, those up to its end, as long as they are as expected.
struct HeldOctets {
  private let held: BufferSink
  private let watched: WatchedOctets?

  /// Holds nothing yet.
  ///
  /// - Parameter body: the body, which says how much may be held.
  init(_ body: IncomingBody) {
    held = BufferSink(limit: body.settings.limit)
    watched = WatchedOctets.isFor(body) ? WatchedOctets(body, output: held) : nil
  }

  /// Whether the last value has not come yet.
  var wantsMore: Bool { watched?.wantsMore ?? true }

  var octets: [UInt8] { held.octets }

  /// Takes the next piece.
  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    if let watched { try watched.receive(octets) } else { try held.write(octets) }
  }

  /// Holds nothing any more.
  func discard() { _ = held.take() }
}
