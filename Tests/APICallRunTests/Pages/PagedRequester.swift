import APICallContracts
import APICallHTTP
import APICallSafety
import Synchronization

/// Responds to each request with the next given page, and keeps the requests.
final class PagedRequester: RequestSender {
  static let name = "paged"
  static let summary = "Answers with pages."

  /// One response.
  struct Page: Sendable {
    var status = 200
    var type = "application/json"
    var headers: [ResponseHead.Field] = []
    var body: String
    /// The trailers.
    var trailers: [ResponseHead.Field] = []
    /// Where it was redirected to before.
    var redirect: RequestURL?
    /// The error after its body.
    var error: ExchangeError?

    init(
      _ body: String, _ status: Int = 200, type: String = "application/json", link: String? = nil,
      redirect: RequestURL? = nil, error: ExchangeError? = nil
    ) {
      self.body = body
      self.status = status
      self.type = type
      self.redirect = redirect
      self.error = error
      headers = link.map { [ResponseHead.Field("Link", $0)] } ?? []
    }
  }

  private let answer: @Sendable (_ number: Int, OutgoingRequest) -> Page?
  private let received = Mutex<[OutgoingRequest]>([])

  /// Creates a requester that makes each page on request; nil fails.
  init(_ answer: @escaping @Sendable (_ number: Int, OutgoingRequest) -> Page?) {
    self.answer = answer
  }

  /// Creates a requester with all pages; a request beyond them fails.
  convenience init(_ pages: [Page]) {
    self.init { number, _ in number <= pages.count ? pages[number - 1] : nil }
  }

  /// The requests in order.
  var requests: [OutgoingRequest] { received.withLock { $0 } }

  /// The paths and queries of the requests.
  var targets: [String] { requests.map(\.url.target.revealed) }

  func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
    async throws(ExchangeError)
  {
    let number = received.withLock { requests in
      requests.append(request)
      return requests.count
    }
    guard let page = answer(number, request) else { throw .noData }
    if let url = page.redirect {
      var further = request
      further.url = url
      receiver.note(further: FurtherExchange(.redirect, request: further))
    }
    let head = ResponseHead(
      status: page.status,
      headers: [ResponseHead.Field("Content-Type", page.type)] + page.headers)
    guard receiver.receive(head) == .more else { return }
    // Cut in the middle, as networks do.
    let bytes = Array(page.body.utf8)
    for piece in [bytes[..<(bytes.count / 2)], bytes[(bytes.count / 2)...]]
    where !piece.isEmpty {
      guard receiver.receive(Array(piece).span) == .more else { return }
    }
    if !page.trailers.isEmpty { receiver.note(trailers: page.trailers) }
    if let error = page.error { throw error }
  }
}
