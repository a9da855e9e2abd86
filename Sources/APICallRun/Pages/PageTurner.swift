import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallRequests

/// Requests the pages of a list one after the other, and forms one response from them: `paginate`.
///
/// It is the outermost middleware: the others handle each page as a request of its own. The
/// response has the header of the first page. Its body is the items of all pages, which
/// ``PageItemsDecoder`` reads. At most one page is held at a time.
struct PageTurner: ExchangeMiddleware {
  let pagination: Pagination
  let call: Call
  let registry: Registry
  let world: World
  /// Finds the items that are new since the last run; nil to hand on all.
  var sync: ListSync?

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    let bare = request
    var request = request
    do { try sync?.prepare(&request) } catch { throw .pagination(PageFailure(page: 1, error)) }
    var sequence = PageSequence(pagination, from: request)
    var progress = ExchangeProgress()
    var number = 1
    /// The pages with items that are handed on, as `max_pages` counts them.
    var counted = 0
    /// The most items of a page, and the number of pages that were handed on before the last one.
    var (longest, before) = (0, 0)
    var form: PageForm?
    var isFirst = true
    do { try sequence.check(request) } catch { throw .pagination(PageFailure(page: number, error)) }
    while !Task.isCancelled {
      let page = PageReceiver(
        number, from: request.url, of: call, pagination, after: progress, form,
        isPromised: sequence.isPromised, isFirst: isFirst, registry: registry, to: receiver)
      if let sync, case .single = pagination.style {
        page.handOn = { (lines) throws(PageFailure.Reason) in
          defer { sync.endPiece() }
          for line in lines.split(separator: UInt8(ascii: "\n")) {
            let new = try sync.take(line)
            guard new.isEmpty || receiver.receive(new.span) == .more else {
              // The item that cannot be printed comes again.
              sync.giveBack()
              return .stop
            }
          }
          return .more
        }
      }
      do {
        try await next.send(request, to: page)
      } catch {
        _ = sync?.endPage()
        if number == 1 { throw error }
        // The status of a page is more useful than what happened in the rest of it.
        let status = error == .cancelled ? nil : page.unexpectedStatus
        throw .pagination(PageFailure(page: number, status ?? .exchange(error)))
      }
      do throws(PageFailure.Reason) {
        before = counted
        guard try page.finish() || page.isPastEnd && sync != nil,
          try await handOn(page, to: receiver, &counted) == .more
        else { return }
        let length = page.values?.places ?? 0
        defer { longest = max(longest, length) }
        if !page.isPastEnd, let following = try sequence.request(after: page, to: request) {
          guard try wantsMore(after: counted) else { return }
          (request, isFirst) = (following, false)
        } else {
          if sequence.hasRepeated, sync != nil, longest > 0, length >= longest, counted > before {
            throw .body(.unselectable(Self.stuck, hint: Self.waysOut))
          }
          guard let next = try await nextRange(after: bare) else { return }
          guard try wantsMore(after: counted) else { return }
          (request, isFirst) = (next, true)
          sequence = PageSequence(pagination, from: request)
        }
      } catch {
        // What has arrived of a stream before the error has been handed on.
        _ = sync?.endPage()
        throw .pagination(PageFailure(page: number, error))
      }
      number += 1
      progress = page.progress
      form = page.values?.form ?? form
      try await wait()
      receiver.note(further: FurtherExchange(.page(number), request: request))
    }
    throw .cancelled
  }

  private func handOn(
    _ page: PageReceiver, to receiver: any ExchangeReceiver, _ counted: inout Int
  ) async throws(PageFailure.Reason) -> Demand {
    let all = page.values?.lines ?? []
    sync?.notePage(of: page.values?.places ?? 0)
    let lines = try sync?.take(all) ?? all
    if sync == nil || !lines.isEmpty { counted += 1 }
    if !lines.isEmpty, receiver.receive(lines.span) == .stop { return .stop }
    let demand = receiver.pause()
    if demand == .more, let sync {
      if sync.endPage() { try await move(sync) }
    }
    return demand
  }

  /// The first request for the next range of the list; nil if there is none.
  private func nextRange(after bare: OutgoingRequest) async throws(PageFailure.Reason)
    -> OutgoingRequest?
  {
    guard let sync else { return nil }
    if try !sync.beginAgain() {
      sync.endList()
      try await move(sync)
      guard try sync.beginNext() else { return nil }
    }
    var request = bare
    try sync.prepare(&request)
    return request
  }

  private func move(_ sync: ListSync) async throws(PageFailure.Reason) {
    guard let checkpoint = sync.checkpoint else { return }
    do throws(Failure) { try await checkpoint() } catch {
      throw .body(.unmade(UnmadeValue(error)))
    }
  }

  private func wantsMore(after number: Int) throws(PageFailure.Reason) -> Bool {
    guard let limit = pagination.maxPages, number >= limit.pages else { return true }
    if pagination.allowsPartial { return false }
    throw .limit(isCertain: pagination.announcesPages)
  }

  private static let stuck =
    "has as many new items as any, but the cursor of the page before, so there may be more"
  private static let waysOut =
    "ask for larger pages: one has to hold more items than have the same value"

  private func wait() async throws(ExchangeError) {
    guard let pause = pagination.pause else { return }
    do {
      try await world.wait(pause)
    } catch {
      throw .cancelled
    }
  }
}
