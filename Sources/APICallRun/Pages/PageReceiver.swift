import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety

/// Receives one page of a list: takes its items, and passes on what belongs to the one response
/// that all pages form.
///
/// That response has the header of the first page. If its status is not expected, the first page is
/// the response, and is passed on unchanged.
final class PageReceiver: PassingReceiver {
  let number: Int
  private let call: Call
  private let registry: Registry
  private let pagination: Pagination
  let receiver: any ExchangeReceiver
  private var reading: BodyReading?
  private var stage: DecodingStage?
  private var hasBegun = false
  /// Whether there is nothing but white space so far.
  private var isBlank = true
  private var bytesLeft: Int
  private var failure: PageFailure.Reason?
  private var isPassedOn = false
  private var bodySilence = BodySilence()
  /// Whether its status says that the page before it was the last one.
  private(set) var isPastEnd = false
  /// Whether it is the first page of a list, or of a range of it.
  private let isFirst: Bool
  /// Whether the receiver wants no more of a stream.
  private var isEnough = false
  private(set) var trailers: [ResponseHead.Field] = []
  /// The header of a later page whose status is not expected, and the problem details in its body.
  private var unexpected: (head: ResponseHead, problem: ProblemDetails?)?

  /// The header of the page; nil until it arrives, and if its status is not expected.
  private(set) var head: ResponseHead?
  /// The URL that the page came from, after redirects.
  private(set) var url: RequestURL
  /// Another origin than the call's to which a redirect led; nil if there was none.
  private(set) var otherOrigin: Origin?
  /// How much was sent and received for this page and the pages before it.
  private(set) var progress: ExchangeProgress
  private let progressBefore: ExchangeProgress
  /// What the pages before are; nil if none had a value.
  private let formBefore: PageForm?
  /// Whether the page before it said that it has items.
  private let isPromised: Bool
  private(set) var values: PageValues?
  /// Hands on the items of a stream as they arrive, and returns whether more are wanted; nil to hand
  /// on those of a page together.
  var handOn: (([UInt8]) throws(PageFailure.Reason) -> Demand)?

  init(
    _ number: Int, from url: RequestURL, of call: Call, _ pagination: Pagination,
    after progress: ExchangeProgress, _ form: PageForm?, isPromised: Bool, isFirst: Bool,
    registry: Registry, to receiver: any ExchangeReceiver
  ) {
    self.isFirst = isFirst
    self.number = number
    self.url = url
    self.call = call
    self.pagination = pagination
    self.progress = progress
    progressBefore = progress
    formBefore = form
    self.isPromised = isPromised
    self.registry = registry
    self.receiver = receiver
    bytesLeft = call.endpoint.heldLimit
  }

  func receive(_ head: ResponseHead) -> Demand {
    let isExpected =
      call.endpoint.expectation.accepts(head.status) && !call.isUnrequestedPart(head)
    if number > 1 {
      receiver.note(page: head)
      if !isExpected, !isPromised, !isFirst,
        pagination.end.contains(where: { $0.matches(head.status) })
      {
        isPastEnd = true
        return .stop
      }
      if !isExpected {
        unexpected = (head, ProblemDetails(of: head))
        return .more
      }
      if head.status == 304 {
        failure = .body(
          .unselectable(
            "is not sent again, with status 304, so its items are not known",
            hint: "the request has a field such as If-None-Match, which is for a single page"))
        return .stop
      }
    } else {
      isPassedOn = !isExpected
      if receiver.receive(head) == .stop {
        isPassedOn = true
        return .stop
      }
      if isPassedOn { return .more }
    }
    self.head = head
    // It was checked before that the named decoder exists.
    let reading =
      (try? registry.reading(of: head, to: call.endpoint, by: call.request.method))
      ?? BodyReading(decoder: nil, settings: DecodeSettings(limit: call.endpoint.heldLimit))
    self.reading = reading
    stage = reading.decoder.map { DecodingStage($0, reading.settings) }
    values = PageValues(pagination, readBy: reading, after: formBefore)
    if isStream, handOn != nil, reading.settings.charset?.isWide != true,
      let time = call.endpoint.stop?.silence
    {
      bodySilence = BodySilence(
        .ending(after: time), ofText: reading.decoder?.isExternal == false)
    }
    return .more
  }

  func receive(_ bytes: Span<UInt8>) -> Demand {
    if isPassedOn { return receiver.receive(bytes) }
    if handOn == nil || !isStream || unexpected != nil { bytesLeft -= bytes.count }
    if unexpected != nil {
      unexpected?.problem?.receive(bytes)
      receiver.note(unexpectedPage: bytes)
      return bytesLeft > 0 ? .more : .stop
    }
    bodySilence.note(bytes)
    do throws(DeliveryError) {
      guard bytesLeft >= 0 else { throw .tooLarge(limit: call.endpoint.heldLimit) }
      try decode(bytes)
    } catch {
      failure = .body(error)
    }
    guard let handOn, isStream, let values else { return failure == nil ? .more : .stop }
    do throws(PageFailure.Reason) {
      // What comes before an error is handed on.
      isEnough = try handOn(values.takeLines()) == .stop
    } catch {
      failure = failure ?? error
    }
    return isEnough || failure != nil ? .stop : .more
  }

  private var isStream: Bool { reading?.decoder?.isStream == true }

  func pause() -> Demand {
    let demand = receiver.pause()
    if demand == .stop { isEnough = true }
    return demand
  }

  private func decode(_ bytes: Span<UInt8>) throws(DeliveryError) {
    guard let values else { return }
    isBlank = isBlank && bytes.firstVisible == nil
    if !hasBegun {
      hasBegun = true
      if stage == nil { values.begin(.bytes) } else { try stage?.begin(values) }
    }
    if stage == nil { try values.receive(bytes) } else { try stage?.decode(bytes, to: values) }
  }

  /// Ends the page: false if it was passed on unchanged, so that no other page follows.
  func finish() throws(PageFailure.Reason) -> Bool {
    if let unexpectedStatus { throw unexpectedStatus }
    if let failure { throw failure }
    guard let values, !isPassedOn, !isPastEnd, !isEnough else { return false }
    do {
      if hasBegun {
        if stage == nil { try values.end() } else { try stage?.end(values) }
      }
      if isBlank || values.form == nil { try checkEmpty() }
      try values.finish()
    } catch {
      throw .body(error)
    }
    return true
  }

  /// Checks that a page without a value may be one.
  ///
  /// A stream of no values may be the only page, or the one after the last of such streams; but a
  /// page that another one announces has items, or states that it has none.
  private func checkEmpty() throws(DeliveryError) {
    guard let reading, isPromised || !reading.settings.exchange.hasNoContent else { return }
    let isAnnounced = number > 1 && pagination.announcesPages
    let stream = reading.decoder.flatMap { decoder -> PageForm? in
      decoder.isStream ? .stream(decoder: decoder.name) : nil
    }
    guard let stream, !isAnnounced, stream == formBefore ?? stream else {
      throw .otherKind(
        OtherKind(
          readAs: reading.decoder?.name ?? "json", reading.settings, start: [],
          reason: isAnnounced ? "page \(number - 1) announces it" : nil))
    }
  }

  var unexpectedStatus: PageFailure.Reason? {
    unexpected.map { .status(ReceivedResponse(head: $0.head, body: $0.problem?.bytes ?? [])) }
  }

  var silence: Silence { isPassedOn ? receiver.silence : bodySilence.now }

  func note(trailers fields: [ResponseHead.Field]) {
    trailers = fields
    receiver.note(trailers: fields)
  }

  // Middleware inside notes heads that it has used; the receiver gets those of pages from here.
  func note(page head: ResponseHead) {}
  func note(unexpectedPage bytes: Span<UInt8>) {}

  func note(_ progress: ExchangeProgress) {
    self.progress = progress.following(progressBefore)
    receiver.note(self.progress)
  }

  func note(further exchange: FurtherExchange) {
    url = exchange.request.url
    if otherOrigin == nil, url.origin.withoutRootDot != call.request.url.origin.withoutRootDot {
      otherOrigin = url.origin
    }
    receiver.note(further: exchange)
  }
}
