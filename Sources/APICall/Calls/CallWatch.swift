import APICallBase
import APICallContracts
import APICallCurl
import APICallHTTP
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import APICallText

/// Keeps what becomes of a call: its last response, the way to it, and its times.
final class CallWatch: RunObserver {
  private(set) var call: Call?
  private(set) var head: ResponseHead?
  private var trailers: [ResponseHead.Field] = []
  private(set) var cause: ExchangeError?
  private var hops: [Hop] = []
  private var url: RequestURL?
  private var timings = ExchangeTimings()
  let feed: CallFeed?
  private let loop: CurlLoop
  private let shared: Shared<CallResources>

  init(feed: CallFeed?, on loop: CurlLoop, with shared: Shared<CallResources>) {
    self.feed = feed
    self.loop = loop
    self.shared = shared
  }

  var wantsProgress: Bool { feed?.wantsProgress == true }

  /// Whether the body is that of a response whose status the endpoint expects.
  var isExpected: Bool {
    guard let call, let head else { return false }
    return call.endpoint.expectation.accepts(head.status)
  }

  func observe(_ event: RunEvent) {
    switch event {
    case .sending(let call):
      self.call = call
      url = call.request.url
    case .answered(let head):
      (self.head, trailers) = (head, [])
      guard let feed, isExpected else { return }
      // Whether it is the last response is known once this turn of the loop is over.
      feed.expect(response(with: []))
      loop.later { feed.showHead() }
    case .trailed(let fields): trailers = fields
    case .continuing(let exchange):
      guard exchange.reason != .credentials else { return }
      feed?.expect(nil)
      if let url, let response = exchange.response {
        let shown = call.map { Redactor($0).masking("\(url.text)") } ?? "\(url.text)"
        hops.append(Hop(status: HTTPResponse(response).status, url: shown))
      }
      url = exchange.request.url
    case .moved(let progress): feed?.moved(TransferProgress(progress))
    case .ended(let outcome):
      cause = outcome.cause
      timings = outcome.timings
    default: break
    }
  }

  func response(with body: [UInt8]) -> Response? {
    guard let call, let head else { return nil }
    let origins = Response.Origins(
      head: head, trailers: trailers, call: call, resources: shared,
      url: url ?? call.request.url, hops: hops, timings: Timings(timings))
    return Response(body: body, origins: Shared(origins))
  }
}

/// Takes the body of a call: holds it, or passes it on while it arrives.
final class CallBody: ByteSink {
  private let watch: CallWatch
  private let buffer: BufferSink

  init(_ watch: CallWatch, limit: Int) {
    self.watch = watch
    buffer = BufferSink(limit: limit)
  }

  /// What was held: all of the body, or that of an unexpected response.
  var held: [UInt8] { buffer.bytes }

  var isFull: Bool { watch.feed?.isFull == true }

  func write(_ bytes: Span<UInt8>) throws(DeliveryError) {
    guard let feed = watch.feed, watch.isExpected else { return try buffer.write(bytes) }
    feed.write(bytes.withUnsafeBufferPointer { Array($0) })
  }

  func flush() {}
}
