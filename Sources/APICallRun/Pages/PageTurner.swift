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
struct PageTurner: Middleware {
  let pagination: Pagination
  let call: Call
  let registry: Registry
  let world: World

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    var request = request
    var sequence = PageSequence(pagination, from: request)
    var progress = TransferProgress()
    var number = 1
    var form: PageForm?
    do { try sequence.check(request) } catch { throw .pagination(PageFailure(page: number, error)) }
    while !Task.isCancelled {
      let page = PageReceiver(
        number, from: request.url, of: call, pagination, after: progress, form,
        isPromised: sequence.isPromised, registry: registry, to: receiver)
      do {
        try await next.send(request, to: page)
      } catch {
        if number == 1 { throw error }
        // The status of a page is more useful than what happened in the rest of it.
        let status = error == .cancelled ? nil : page.unexpectedStatus
        throw .pagination(PageFailure(page: number, status ?? .exchange(error)))
      }
      do throws(PageFailure.Reason) {
        guard try page.finish(), Self.handOn(page, to: receiver) == .more,
          let following = try sequence.request(after: page, to: request)
        else { return }
        guard try wantsMore(after: number) else { return }
        request = following
      } catch {
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

  private static func handOn(_ page: PageReceiver, to receiver: any ResponseReceiver) -> Demand {
    let lines = page.values?.lines ?? []
    if !lines.isEmpty, receiver.receive(lines.span) == .stop { return .stop }
    return receiver.pause()
  }

  private func wantsMore(after number: Int) throws(PageFailure.Reason) -> Bool {
    guard let limit = pagination.maxPages, number >= limit.pages else { return true }
    if pagination.allowsPartial { return false }
    throw .limit(isCertain: pagination.announcesPages)
  }

  private func wait() async throws(RequestError) {
    guard let pause = pagination.pause else { return }
    do {
      try await world.wait(pause)
    } catch {
      throw .cancelled
    }
  }
}
