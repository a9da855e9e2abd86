/// A body that is held for its parts to be printed.
final class SelectedBody: BodyRoute {
  private let call: Call
  private let head: ResponseHead
  private let decoder: (any ResponseDecoder.Type)?
  private let mediaType: MediaType?
  private let printer: SelectionPrinter
  private let held: BufferSink
  /// What finds the end of a stream that has one.
  private let stopped: StoppedOctets?

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - head: the answer's head, parts of which may be asked for.
  ///   - decoder: the decoder, if there is one.
  ///   - mediaType: the body's media type.
  ///   - printer: what prints the parts.
  init(
    _ call: Call, head: ResponseHead, decoder: (any ResponseDecoder.Type)?,
    mediaType: MediaType?, printer: SelectionPrinter
  ) {
    self.call = call
    self.head = head
    self.decoder = decoder
    self.mediaType = mediaType
    self.printer = printer
    let limit = call.endpoint.heldLimit
    held = BufferSink(limit: limit)
    stopped =
      if let stop = call.endpoint.stop, let decoder, decoder.isStream {
        StoppedOctets(
          call,
          decoder: DecodingStage(
            decoder, DecodeSettings(mediaType: mediaType, limit: limit), isStrict: true),
          until: stop, output: held)
      } else {
        nil
      }
  }

  var wantsMore: Bool { stopped?.wantsMore ?? true }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    if let stopped { try stopped.receive(octets) } else { try held.write(octets) }
  }

  func finish() throws(Failure) {
    let answer: HeldAnswer
    do {
      answer = try HeldAnswer(
        Response(head: head, body: held.octets), decoder: decoder, mediaType: mediaType,
        limit: call.endpoint.heldLimit)
    } catch {
      throw Failure(error, call: call)
    }
    try printer.print(answer, of: call)
  }
}
