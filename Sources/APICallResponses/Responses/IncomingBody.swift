package import APICallBase
package import APICallContracts
package import APICallHTTP
package import APICallModel
package import APICallRequests
import APICallSafety

/// The body of a response before it arrives: the call it belongs to, and how it is read.
///
/// All code that deals with a body refers to the same object, which is immutable.
package final class IncomingBody {
  let call: Call
  package let head: ResponseHead
  package let isExpected: Bool
  /// The decoder that was named, otherwise the one for the media type; nil if the type is unknown.
  let decoder: DecoderEntry?
  let settings: DecodeSettings
  let trailers: TrailerFields
  /// Checks the body besides its status; nil if nothing else is expected.
  package let judge: ResponseJudge?

  private init(
    _ head: ResponseHead, of call: Call, isExpected: Bool, decoder: DecoderEntry?,
    _ settings: DecodeSettings, trailers: TrailerFields, judge: ResponseJudge?
  ) {
    self.call = call
    self.head = head
    self.isExpected = isExpected
    self.decoder = decoder
    self.settings = settings
    self.trailers = trailers
    self.judge = judge
  }

  /// Throws a ``Failure`` with exit status 64 if the named decoder does not exist.
  package convenience init(
    after head: ResponseHead, of call: Call, registry: Registry,
    trailers: TrailerFields = TrailerFields()
  ) throws(Failure) {
    let endpoint = call.endpoint
    let isExpected = endpoint.expectation.accepts(head.status)
    let isOfPages = isExpected && endpoint.pagination != nil
    let mediaType = head.mediaType
    var reading = try registry.reading(
      of: head, as: mediaType, to: endpoint, by: call.request.method,
      decoder: isOfPages
        ? PageItemsDecoder.entry : try registry.decoder(of: mediaType, to: endpoint))
    // The items of pages were converted when they were taken.
    if isOfPages { reading.settings.charset = nil }
    self.init(
      head, of: call, isExpected: isExpected, decoder: reading.decoder, reading.settings,
      trailers: trailers, judge: isExpected ? ResponseJudge(head, of: call) : nil)
  }

  /// Whether the body consists of items that were taken from the bodies of pages.
  package var isOfPages: Bool { isExpected && call.endpoint.pagination != nil }

  /// Returns the body without a judge.
  package func judged(isExpected: Bool) -> IncomingBody {
    IncomingBody(
      head, of: call, isExpected: isExpected, decoder: decoder, settings, trailers: trailers,
      judge: nil)
  }

  /// Whether the body failed its check although the status is expected.
  var isRefused: Bool { !isExpected && call.endpoint.expectation.accepts(head.status) }

  package var stop: StopCondition? {
    guard isExpected, var stop = call.endpoint.stop else { return nil }
    stop.requirement = call.endpoint.expectation.stop
    return stop
  }

  /// Checks each value of a stream as it arrives; nil if nothing is expected of values.
  var valueJudge: ResponseJudge? {
    guard let judge, judge.judgesBody, decoder?.isStream == true else { return nil }
    return judge
  }

  /// What silence in the body means.
  ///
  /// A GraphQL response and the text of a body are checked as a whole, so they have to end.
  package var silence: BodySilence {
    if call.isGraphQL || judge?.judgesText == true { return BodySilence() }
    if let time = stop?.silence, let decoder, decoder.isStream, settings.charset?.isWide != true {
      return BodySilence(.ending(after: time), ofText: !decoder.isExternal)
    }
    return BodySilence(decoder?.isLive == true ? .allowed : .limited)
  }

  /// The same body, whose rows must have further members.
  func using(columns: [String]) -> IncomingBody {
    guard decoder?.checksMembers == true else { return self }
    var settings = settings
    settings.columns += columns
    return IncomingBody(
      head, of: call, isExpected: isExpected, decoder: decoder, settings, trailers: trailers,
      judge: judge)
  }

  /// Whether it is not JSON by its media type, or has none, but may be JSON nevertheless.
  var isUnlabelled: Bool {
    if settings.isNamed || settings.exchange.hasNoContent { return false }
    return decoder.map { $0.kind == .text && !$0.isExternal } ?? true
  }

  /// Whether a path may find something in it: nothing is found in a text, or in bytes.
  var mayHaveValues: Bool {
    settings.exchange.hasNoContent || decoder.map { $0.kind == .json || $0.isExternal } ?? false
  }

  /// Whether rows may be made of its text: a line of text in place of values is mostly an error, so
  /// the file has to name the decoder.
  var makesRowsOfText: Bool {
    guard let decoder, decoder.kind == .text else { return false }
    return settings.isNamed || decoder.isExternal
  }

  /// Whether it is a page of HTML by its media type, which has no values.
  var isForeign: Bool { !settings.isNamed && settings.isPage }

  /// A redactor with the secrets of the call and of the header.
  var redactor: Redactor { Redactor(call).knowing(head, of: call.endpoint) }

  func strictStage() -> DecodingStage? {
    decoder.map { DecodingStage($0, settings) }
  }
}

extension ExchangeFacts {
  init(_ method: String?, _ head: ResponseHead) {
    self.init()
    self.method = method
    status = head.status
    contentType = head.header("Content-Type")
  }
}
