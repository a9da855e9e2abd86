import APICallBase
import APICallContracts
import APICallHTTP

/// Delivers a staged response to its receiver: at once, in part, or slowly.
struct StagedDelivery {
  /// The largest number of pauses in a slow response, and the shortest useful pause.
  private static let (mostPauses, shortestPause) = (20, Duration.milliseconds(100))

  private let response: ReceivedResponse
  private let receiver: any ExchangeReceiver
  private let request: OutgoingRequest
  private var progress: ExchangeProgress

  init(
    _ response: ReceivedResponse, to request: OutgoingRequest, sent: Int,
    receiver: any ExchangeReceiver
  ) {
    self.response = response
    self.request = request
    self.receiver = receiver
    progress = ExchangeProgress(
      sent: Int64(sent), toSend: sent > 0 ? Int64(sent) : nil,
      toReceive: response.body.isEmpty ? nil : Int64(response.body.count))
  }

  mutating func bringWhole() {
    guard receiver.receive(response.head) == .more else { return }
    _ = bring(response.body.indices)
  }

  /// Delivers the head and half of the body, and then reports a closed connection.
  ///
  /// If there is no body, the head is incomplete.
  mutating func bringHalf() throws(ExchangeError) {
    guard !response.body.isEmpty else {
      throw .failed(request, .truncated, "the response header is cut short")
    }
    let half = response.body.count / 2
    guard receiver.receive(response.head) == .more, bring(0..<half) == .more else { return }
    throw .failed(
      request, .truncated,
      "transfer closed with \(response.body.count - half) bytes remaining to read")
  }

  /// Delivers the response piece by piece, with pauses that the limits of the request apply to.
  mutating func bring(over time: Duration, in world: World) async throws(ExchangeError) {
    let count = response.body.count
    let useful = min(Self.mostPauses, max(2, Int(time / Self.shortestPause)))
    let pauses = min(useful, count + 1)
    var elapsed = Duration.zero
    for index in 0..<pauses {
      let pause = time / pauses
      if let (left, phase) = limit(after: elapsed, hasBegun: index > 0), left < pause {
        try await wait(left, world)
        throw .timedOut(phase)
      }
      try await wait(pause, world)
      elapsed += pause
      if index == 0 {
        guard receiver.receive(response.head) == .more else { return }
      } else {
        let pieces = pauses - 1
        let piece = (count * (index - 1) / pieces)..<(count * index / pieces)
        guard bring(piece) == .more else { return }
      }
      guard receiver.pause() == .more else { return }
    }
  }

  /// The limit that passes next in silence, and its remaining time.
  private func limit(after elapsed: Duration, hasBegun: Bool) -> (Duration, ExchangeTimeout)? {
    let limits = request.limits
    let total = limits.total.map { ($0 - elapsed, ExchangeTimeout.total(after: $0)) }
    guard !hasBegun || receiver.silence != .allowed else { return total }
    let idle = (limits.idle, ExchangeTimeout.idle(after: limits.idle))
    guard let total, total.0 <= idle.0 else { return idle }
    return total
  }

  private func wait(_ duration: Duration, _ world: World) async throws(ExchangeError) {
    do { try await world.wait(max(duration, .zero)) } catch { throw .cancelled }
  }

  private mutating func bring(_ piece: Range<Int>) -> Demand {
    let demand = piece.isEmpty ? .more : receiver.receive(response.body.span.extracting(piece))
    progress.received += Int64(piece.count)
    if receiver.wantsProgress { receiver.note(progress) }
    return demand
  }
}
