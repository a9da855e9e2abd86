import APICallBase
import APICallHTTP

/// A body that is held for all who read it whole: its bytes are kept once, and decoded once.
///
/// Of a stream that has a last value it has the bytes up to that one's end, as long as its values are
/// as they are expected.
final class HeldBody {
  private let body: IncomingBody
  private let held: BufferSink
  private let watched: WatchedOctets?
  /// The response, once somebody has asked for it.
  private var decoded: Result<HeldAnswer, Failure>?

  /// Holds nothing yet.
  ///
  /// - Parameters:
  ///   - body: the body, which says how much may be held.
  ///   - isWatched: whether the values of a stream are looked at as they come.
  init(_ body: IncomingBody, isWatched: Bool = true) {
    self.body = body
    held = BufferSink(limit: body.settings.limit)
    watched = isWatched ? WatchedOctets(body, output: held) : nil
  }

  /// Whether the last value has not come yet.
  var wantsMore: Bool { watched?.wantsMore ?? true }

  /// The bytes that have come.
  var octets: [UInt8] { held.octets }

  /// The bytes as text; what has no place in their charset is replaced by U+FFFD.
  var text: String { BodyText.text(of: octets, body.settings) }

  /// Takes the next piece.
  ///
  /// - Throws: ``DeliveryError/tooLarge(limit:)`` if all of it is too much; nothing is held then.
  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    do throws(DeliveryError) {
      if let watched { try watched.receive(octets) } else { try held.write(octets) }
    } catch {
      // A part of it would be taken for the whole.
      if case .tooLarge = error { _ = held.take() }
      throw error
    }
  }

  /// Hands all of it on, and keeps nothing any more.
  func take() -> [UInt8] { held.take() }

  /// The response with its values, decoded when it is asked for first.
  ///
  /// - Throws: a ``Failure`` if the body is not what its media type says.
  func answer() throws(Failure) -> HeldAnswer {
    if let decoded { return try decoded.get() }
    do throws(DeliveryError) {
      let answer = try HeldAnswer(
        Response(head: body.head, body: octets), decoder: body.decoder, body.settings)
      decoded = .success(answer)
      return answer
    } catch {
      let failure = Failure(error, call: body.call)
      decoded = .failure(failure)
      throw failure
    }
  }

  /// The document that it is, as its decoder reads it; nil if it is a stream, not JSON, or not
  /// what its media type says.
  var document: HeldAnswer? {
    guard let decoder = body.decoder, decoder.kind == .json, !decoder.isStream,
      let answer = try? answer(), answer.values.count == 1
    else { return nil }
    return answer
  }
}
