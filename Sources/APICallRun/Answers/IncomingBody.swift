package import APICallBase
package import APICallHTTP
package import APICallSpec

/// The body of an answer that is about to come: whose answer it is, and how it is read.
package struct IncomingBody {
  let call: Call
  let head: ResponseHead
  /// Whether the answer is a good one.
  let isExpected: Bool
  /// What reads it: the decoder that was named, else the one for its media type; nil where nobody
  /// knows that.
  let decoder: DecoderEntry?
  /// What decoders are told of it.
  let settings: DecodeSettings
  /// What judges it beyond its status; nil where nothing does.
  private(set) var judge: AnswerJudge?

  /// Finds out how a body is read.
  ///
  /// - Parameters:
  ///   - head: the answer's head.
  ///   - call: the call.
  ///   - registry: the decoders to choose from.
  /// - Throws: a ``Failure`` with exit status 64 where a decoder is named that there is not.
  package init(after head: ResponseHead, of call: Call, registry: Registry) throws(Failure) {
    let isExpected = call.endpoint.expectation.accepts(head.status)
    let mediaType = head.mediaType
    let decoder: DecoderEntry?
    if isExpected, call.endpoint.pagination != nil {
      decoder = PageItemsDecoder.entry
    } else {
      let name = call.endpoint.decode?.text
      decoder =
        if let name { try registry.decoder(named: name) } else {
          mediaType.flatMap { registry.decoder(for: $0) }
        }
    }
    let settings = try registry.settings(for: decoder, of: head, as: mediaType, to: call)
    self.init(
      call: call, head: head, isExpected: isExpected, decoder: decoder, settings: settings)
    if isExpected { judge = AnswerJudge(head, of: call) }
  }

  /// Whether it is made of the items of pages, which were taken out of their bodies before.
  var isOfPages: Bool { isExpected && call.endpoint.pagination != nil }

  private init(
    call: Call, head: ResponseHead, isExpected: Bool, decoder: DecoderEntry?,
    settings: DecodeSettings
  ) {
    self.call = call
    self.head = head
    self.isExpected = isExpected
    self.decoder = decoder
    self.settings = settings
  }

  /// The same body, of which nothing is left to be judged.
  ///
  /// - Parameter isExpected: whether it is as it is expected.
  /// - Returns: the body, with no judge.
  func judged(isExpected: Bool) -> IncomingBody {
    IncomingBody(
      call: call, head: head, isExpected: isExpected, decoder: decoder, settings: settings)
  }

  /// Whether it was judged, and is not as it is expected, though its status is.
  var isRefused: Bool { !isExpected && call.endpoint.expectation.accepts(head.status) }

  /// Which value of a stream is the last one, if that matters.
  var stop: StopCondition? { isExpected ? call.endpoint.stop : nil }

  /// What judges the values of a stream, each as it comes; nil where nothing does.
  var valueJudge: AnswerJudge? {
    guard let judge, judge.judgesBody, decoder?.isStream == true else { return nil }
    return judge
  }

  /// Whether silences of any length belong to it.
  ///
  /// What answers GraphQL is judged as a whole, as is a body's text, and so has to end.
  var isLive: Bool {
    if call.isGraphQL || judge?.judgesText == true { return false }
    return decoder?.isLive ?? false
  }

  /// Knows the secrets of the call and those in the head; made anew each time, for what is hardly
  /// ever shown.
  var redactor: Redactor { Redactor(call).knowing(head, of: call.endpoint) }

  /// The decoder at work, where there is one.
  func strictStage() -> DecodingStage? {
    decoder.map { DecodingStage($0, settings, isStrict: true) }
  }
}

extension ExchangeFacts {
  /// Creates the facts of an exchange.
  ///
  /// - Parameters:
  ///   - call: the call.
  ///   - head: the answer's head.
  init(_ call: Call, _ head: ResponseHead) {
    self.init()
    method = call.request.method
    status = head.status
    contentType = head.header("Content-Type")
  }
}

extension Registry {
  /// What a decoder is told of a body.
  ///
  /// - Parameters:
  ///   - decoder: the decoder; nil where there is none.
  ///   - head: the answer's head.
  ///   - mediaType: what its Content-Type says.
  ///   - call: the call.
  /// - Returns: its settings.
  /// - Throws: a ``Failure`` with exit status 64 for an option that is wrong.
  func settings(
    for decoder: DecoderEntry?, of head: ResponseHead, as mediaType: MediaType?, to call: Call
  ) throws(Failure) -> DecodeSettings {
    var settings = DecodeSettings(mediaType: mediaType, limit: call.endpoint.heldLimit)
    guard let decoder, decoder.isExternal else { return settings }
    settings.exchange = ExchangeFacts(call, head)
    settings.options = try values(
      of: decoder.options, for: decoder.name, .decoder, given: call.endpoint.decode)
    return settings
  }
}
