import APICallBase
import APICallHTTP
import APICallPluginKit
import JSONText

/// A requester that a plugin is: the request goes to its program in frames, and the answer comes in
/// frames, each checked before it is handed on.
struct ExternalRequester: Requester {
  private let seat: ConversationSeat
  private let role: PluginRole

  /// Creates a requester.
  ///
  /// - Parameters:
  ///   - role: what its manifest says of it.
  ///   - seat: where its conversations are between two exchanges.
  init(_ role: PluginRole, at seat: ConversationSeat) {
    self.role = role
    self.seat = seat
  }

  func send(
    _ request: Request, to receiver: any ResponseReceiver
  ) async throws(RequestError) {
    guard role.schemes.contains(request.url.origin.scheme.rawValue) else {
      throw .invalidURL(
        "the requester '\(seat.pluginName)' is for \(role.schemes.joined(separator: " and ")) alone"
      )
    }
    let start = SuspendingClock.now
    let conversation = try await begun()
    defer {
      var timings = Timings()
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

  private func begun() async throws(RequestError) -> Conversation {
    do {
      return try await seat.take()
    } catch {
      throw error.requestError
    }
  }
}
