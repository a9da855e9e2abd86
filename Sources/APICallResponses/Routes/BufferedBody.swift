package import APICallBase
import APICallContracts
import APICallHTTP
import APICallLanguage
import APICallRequests
import JSONText

/// A body that is held for all its readers: its bytes are kept once, and decoded once.
///
/// Of a stream with a stop condition, it contains the bytes up to the end of the last value, as
/// long as the values are as expected.
package final class BufferedBody {
  let body: IncomingBody
  private var buffer: DocumentBuffer
  private let watched: WatchedBytes?
  /// The memory that it takes of that of the run; nil without a limit.
  private let memory: MemoryBudget.Share?
  private var decoded: Result<BufferedResponse, Failure>?

  package init(_ body: IncomingBody, isWatched: Bool = true) {
    self.body = body
    buffer = DocumentBuffer(limit: body.settings.limit)
    memory = body.call.scope.world?.memory.map { MemoryBudget.Share(of: $0) }
    watched = isWatched ? WatchedBytes(body, output: buffer.held) : nil
  }

  /// Whether the last value is still to come.
  package var wantsMore: Bool { watched?.wantsMore ?? true }

  package var bytes: [UInt8] { buffer.bytes }

  /// Throws a ``Failure`` with exit status 8 if the charset of the text is unknown.
  func checkCharset() throws(Failure) {
    if let error = TextConversion.problem(body.settings) { throw Failure(error, call: body.call) }
  }

  /// The bytes as text; those that are invalid in their charset are replaced with U+FFFD.
  var text: String { BodyText.text(of: bytes, body.settings) }

  /// Throws ``DeliveryError/tooLarge(limit:)`` if the body is too large, and
  /// ``DeliveryError/unmade(_:)`` if too little of the run's memory is left.
  ///
  /// Then nothing is held.
  package func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
    do throws(DeliveryError) {
      let count = buffer.bytes.count
      if let watched { try watched.receive(bytes) } else { try buffer.write(bytes) }
      // Values of a stream that are checked are held elsewhere before.
      try takeMemory(for: watched == nil ? buffer.bytes.count - count : bytes.count)
    } catch {
      // A part of the body would be mistaken for the whole.
      if case .tooLarge = error { _ = take() }
      throw error
    }
  }

  /// Ends the body, which is complete; called once.
  ///
  /// Throws a ``Failure`` if the last value of a stream is not as expected.
  package func finish() throws(Failure) {
    do { try watched?.endValues() } catch { throw Failure(error, call: body.call) }
  }

  /// Whether it is so long that an excerpt should do.
  var isUndecided: Bool { buffer.isUndecided }

  /// Whether ``bytes``, ``text`` and ``response()`` are those of an excerpt, in which only the paths
  /// of ``keepOnly(_:)`` lead to what is in the body.
  var isExcerpt: Bool { buffer.isExcerpt }

  /// Keeps no more than what the paths lead to, if it is a document of JSON as it arrives; everything
  /// without paths.
  func keepOnly(_ paths: [JSONPath]?) throws(DeliveryError) {
    guard let decoder = body.decoder, decoder.kind == .json, decoder.isVerbatim,
      try TextConversion(for: decoder, body.settings) == nil,
      BodyOpening.fault(in: bytes, decoder, body.settings) == nil
    else { return try buffer.keepOnly(nil) }
    try buffer.keepOnly(paths)
    guard isExcerpt else { return }
    memory?.clear()
    try takeMemory(for: bytes.count)
  }

  private func takeMemory(for count: Int) throws(DeliveryError) {
    do throws(Failure) { try memory?.take(count) } catch {
      _ = take()
      throw .unmade(UnmadeValue(error))
    }
  }

  func take() -> [UInt8] {
    memory?.clear()
    return buffer.take()
  }

  /// Throws a ``Failure`` if the body does not match its media type, or if too little memory is
  /// left for its values.
  func response() throws(Failure) -> BufferedResponse {
    if let decoded { return try decoded.get() }
    if let memory, body.decoder?.kind == .json || UnlabelledJSON.isLikely(in: bytes) {
      try memory.take(JSONDocument.mostMemory(besides: bytes.span))
    }
    do throws(DeliveryError) {
      try buffer.finish()
      let response = try BufferedResponse(
        ReceivedResponse(head: body.head, body: bytes, trailers: body.trailers.fields),
        decoder: body.decoder, body.settings, of: body.call)
      decoded = .success(response)
      return response
    } catch {
      let failure = Failure(error, call: body.call)
      decoded = .failure(failure)
      throw failure
    }
  }

  /// The decoded document; nil if the body is a stream, is not JSON, or does not match its media
  /// type.
  var document: BufferedResponse? {
    guard let decoder = body.decoder, decoder.kind == .json, !decoder.isStream,
      let response = try? response(), response.values.count == 1
    else { return nil }
    return response
  }
}
