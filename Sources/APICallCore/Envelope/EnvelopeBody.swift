import JSONText

/// A body that is held for the envelope, whatever the status is, and the outputs that are taken from
/// a good one.
final class EnvelopeBody: BodyRoute {
  private let call: Call
  private let head: ResponseHead
  private let isExpected: Bool
  private let decoder: (any ResponseDecoder.Type)?
  private let settings: DecodeSettings
  private let held: BufferSink
  /// What finds the end of a stream that has one.
  private let stopped: StoppedOctets?
  /// The body as one JSON value; nil where it is none, or did not come whole.
  private var decoded: [UInt8]?
  /// The outputs that were found, by name.
  private(set) var outputs: [(name: String, value: Value)] = []

  /// Creates a route.
  ///
  /// - Parameters:
  ///   - call: the call, which says what the outputs are.
  ///   - head: the answer's head.
  ///   - isExpected: whether the answer is a good one, so that outputs are taken from it.
  ///   - decoder: the decoder, if there is one.
  ///   - settings: what is known of the body.
  init(
    _ call: Call, head: ResponseHead, isExpected: Bool, decoder: (any ResponseDecoder.Type)?,
    _ settings: DecodeSettings
  ) {
    self.call = call
    self.head = head
    self.isExpected = isExpected
    self.decoder = decoder
    self.settings = settings
    held = BufferSink(limit: settings.limit)
    stopped =
      if let stop = call.endpoint.stop, isExpected, let decoder, decoder.isStream {
        StoppedOctets(
          call, decoder: DecodingStage(decoder, settings, isStrict: true), until: stop,
          output: held)
      } else {
        nil
      }
  }

  var wantsMore: Bool { stopped?.wantsMore ?? true }

  func receive(_ octets: Span<UInt8>) throws(DeliveryError) {
    do {
      if let stopped { try stopped.receive(octets) } else { try held.write(octets) }
    } catch {
      // A part of it would be taken for the whole.
      if case .tooLarge = error { _ = held.take() }
      throw error
    }
  }

  func finish() throws(Failure) {
    do {
      if let decoder { decoded = try json(by: decoder) }
    } catch {
      // What is wrong with an error page is not what went wrong.
      guard isExpected else { return }
      throw Failure(error, call: call)
    }
    if isExpected { try takeOutputs() }
  }

  /// The body as it stands in the envelope: JSON as it came, text as a string, other octets in
  /// Base64, and an empty body as null.
  var member: (key: String, value: BuiltJSON) {
    if let decoded { return ("body", .json(decoded)) }
    if held.octets.isEmpty { return ("body", .null) }
    guard let text = String(validating: held.octets, as: UTF8.self) else {
      return ("body_base64", .text(Base64.encode(held.octets)))
    }
    return ("body", .text(text))
  }

  private func json(by decoder: any ResponseDecoder.Type) throws(DeliveryError) -> [UInt8]? {
    let body = held.octets
    guard !body.isEmpty else { return nil }
    let json = BufferSink(limit: 4 * settings.limit)
    let printer = BodyPrinter(
      decoder: decoder, settings, formatter: EmbeddedJSON(), output: json)
    try printer.print(body.span)
    try printer.finish()
    return json.octets.isEmpty ? nil : json.octets
  }

  /// Takes what there is: an output that is missing does not keep the others back.
  private func takeOutputs() throws(Failure) {
    let declared = call.endpoint.outputs
    guard !declared.isEmpty else { return }
    let answer: HeldAnswer
    do {
      answer = try HeldAnswer(
        Response(head: head, body: held.octets), decoder: decoder, mediaType: settings.mediaType,
        limit: settings.limit)
    } catch {
      throw Failure(error, call: call)
    }
    var problems: [Diagnostic] = []
    for output in declared {
      do {
        let value = try answer.value(of: .output(output.name), in: call.endpoint)
        outputs.append((output.name, value))
      } catch {
        problems += error.diagnostics
      }
    }
    guard problems.isEmpty else { throw Failure(.decoding, problems) }
  }
}
