import APICallBase
import APICallContracts
import APICallHTTP
import APICallRequests
import APICallResponses
import APICallSafety

/// Sends the cookies of a call's store with each of its requests, and keeps those that responses
/// set.
struct CookieKeeping: ExchangeMiddleware {
  let cookies: CallCookies
  let call: Call
  let world: World

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    var request = request
    do throws(Failure) {
      cookies.set(in: &request, from: try cookies.store.jar(), at: world.now())
    } catch {
      throw .ofRun(UnmadeValue(error))
    }
    let reader = CookieReader(before: receiver)
    var failed: ExchangeError?
    do throws(ExchangeError) {
      try await next.send(request, to: reader)
    } catch {
      failed = error
    }
    if !reader.fields.isEmpty {
      // A cookie is as secret as what it was set for.
      let secrecy = ResponseOrigin(of: call, through: []).ofCredential
        .joined(request.secrecy.asMasked)
      let (fields, url, now) = (reader.fields, request.url, world.now())
      do throws(Failure) {
        try await cookies.store.update { $0.take(fields, from: url, at: now, secrecy) }
      } catch {
        throw failed ?? .ofRun(UnmadeValue(error))
      }
    }
    if let failed { throw failed }
  }
}

/// Collects the cookies of a response.
private final class CookieReader: PassingReceiver {
  let receiver: any ExchangeReceiver
  private(set) var fields: [[UInt8]] = []

  init(before receiver: any ExchangeReceiver) { self.receiver = receiver }

  func receive(_ head: ResponseHead) -> Demand {
    fields += head.contents(of: "Set-Cookie").map(\.bytes)
    return receiver.receive(head)
  }

  func receive(_ bytes: Span<UInt8>) -> Demand { receiver.receive(bytes) }

  // A response that was answered with credentials may have set some, too.
  func note(further exchange: FurtherExchange) {
    fields += exchange.response?.contents(of: "Set-Cookie").map(\.bytes) ?? []
    receiver.note(further: exchange)
  }
}
