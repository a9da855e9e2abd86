import APICallContracts
import APICallHTTP
import APICallPluginKit
import APICallSafety
import APICallText

/// A requester that is a plugin.
///
/// The program receives the request in frames and sends the response in frames, each of which is
/// checked before it is passed on.
struct ExternalRequester: RequestSender {
  let role: PluginRole
  let seat: ConversationSeat

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver
  ) async throws(ExchangeError) {
    guard role.schemes.contains(request.url.origin.scheme.rawValue) else {
      throw .invalidURL(
        "the requester '\(seat.pluginName)' supports only "
          + "\(role.schemes.joined(separator: " and "))"
      )
    }
    let start = SuspendingClock.now
    let conversation = try await begun()
    defer {
      var timings = ExchangeTimings()
      timings.total = SuspendingClock.now - start
      receiver.note(timings)
    }
    var exchange = RequestExchange(request, by: conversation, from: start)
    try exchange.sayRequest()
    while true {
      try await exchange.sayBody()
      guard let frame = try await exchange.next() else { continue }
      if try exchange.take(frame, receiver) { break }
    }
    if conversation.isUsable, exchange.isComplete { seat.put(back: conversation) }
    guard receiver.wantsProgress else { return }
    receiver.note(exchange.progress)
  }

  private func begun() async throws(ExchangeError) -> Conversation {
    do {
      return try await seat.take()
    } catch {
      throw error.requestError
    }
  }
}
