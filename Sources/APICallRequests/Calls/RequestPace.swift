package import APICallBase
package import APICallHTTP
package import APICallModel
package import APICallText
import Synchronization

/// The pace of the requests of a loop, which all its iterations share: what one response says about
/// the server's limit holds for the others.
///
/// - After a response that asks for a pause, no request is sent before its end, and then at most as
///   many a second as the server has accepted so far; that number grows slowly.
/// - With the fields of `rate`, as many requests are sent as the server has left, and none beside the
///   first one. After the limit was renewed, the first response tells the new number.
/// - If too many retries have failed, only one request is sent at a time, until one succeeds.
package final class RequestPace: Sendable {
  /// The pause before it is looked again whether a request in progress has ended.
  fileprivate static let look = Duration.milliseconds(10)

  private let limit: ToldLimit?
  private let state: Mutex<State>

  fileprivate struct State {
    var begun = 0
    /// The times at which the requests in progress began, by their numbers.
    var times: [Int: Duration] = [:]
    var inProgress: Int { times.count }
    /// Whether the fields of a limit decide, and no response has shown them yet.
    var awaitsFields: Bool
    var quietUntil = Duration.zero
    var told: ToldAllowance?
    var learned = LearnedRate()
    var budget = RetryBudget()
  }

  package init(_ limit: ToldLimit?) {
    self.limit = limit
    state = Mutex(State(awaitsFields: limit != nil))
  }

  /// Whether the file names the fields of a limit.
  package var followsFields: Bool { limit != nil }

  /// Waits until a request may be sent, but not after a deadline.
  ///
  /// Returns its number, which is given back when it has ended; nil if it is too late.
  package func turn(
    in world: World, until deadline: Duration?
  ) async throws(CancellationError) -> Int? {
    while true {
      let now = world.elapsed()
      switch turn(at: now) {
      case .begins(let number): return number
      case .waits(let pause):
        let left = deadline.map { max($0 - now, .zero) } ?? pause
        if left == .zero { return nil }
        try await world.wait(min(pause, left))
      }
    }
  }

  package enum Turn: Sendable {
    /// The request may be sent, with its number.
    case begins(Int)
    /// It is asked again after a pause.
    case waits(Duration)
  }

  package func turn(at now: Duration) -> Turn {
    state.withLock { state in
      if let pause = state.pause(at: now) { .waits(pause) } else { .begins(state.begin(at: now)) }
    }
  }

  /// Notes that a request has ended, with the head of its response, if there was one.
  ///
  /// `pause` is what the response asks of the whole loop, `isCause` whether it is a cause for a
  /// retry. The time is known by two clocks, as of ``World``.
  package func end(
    _ number: Int, _ head: ResponseHead?, asking pause: Duration?, isCause: Bool,
    at now: Duration, _ time: UTCTimestamp
  ) {
    let told = head.flatMap { limit?.told(by: $0, time) }
    state.withLock { state in
      let travel = state.times.removeValue(forKey: number).map { now - $0 } ?? .zero
      if head != nil { state.awaitsFields = false }
      state.budget.note(hasFailed: isCause)
      if let told {
        // A request takes some of that time to the server, so this is not too early.
        let start = told.isOfResponse ? now - travel / 3 : now
        state.note(told.remaining, by: number, until: start + told.reset, at: now)
      }
      if let pause {
        state.quietUntil = max(state.quietUntil, now + pause)
        if told == nil { state.learned.slow(after: number, of: state.begun, at: now) }
      } else if head != nil {
        state.learned.accept(at: now)
      }
    }
  }
}

extension RequestPace.State {
  /// The time to wait before another request; nil if it may begin.
  fileprivate func pause(at now: Duration) -> Duration? {
    if now < quietUntil { return quietUntil - now }
    if budget.isEmpty || awaitsFields, inProgress > 0 { return RequestPace.look }
    // A response that arrives meanwhile may tell more.
    if let told, begun >= told.last, now < told.renewal || inProgress > 0 {
      return inProgress > 0 ? RequestPace.look : told.renewal - now
    }
    return learned.pause(at: now)
  }

  /// Notes what the response to a request tells, which has just ended.
  ///
  /// The server may have received the requests in progress before this one or after it, and one that
  /// has ended after it: meanwhile, no response allows more than the one before. When all have ended,
  /// a server that tells more than before is believed.
  fileprivate mutating func note(
    _ remaining: Int, by number: Int, until renewal: Duration, at now: Duration
  ) {
    let former = told
    let isNewest = number > former?.number ?? 0
    guard isNewest || inProgress == 0 else { return }
    let most = if inProgress > 0, let former, now < former.renewal { former.last } else { Int.max }
    let left = isNewest ? remaining : min(remaining, former?.remaining ?? remaining)
    told = ToldAllowance(
      number: max(number, former?.number ?? 0), remaining: left,
      last: min(most, begun - inProgress + left), renewal: renewal)
  }

  fileprivate mutating func begin(at now: Duration) -> Int {
    begun += 1
    times[begun] = now
    learned.begin(at: now)
    return begun
  }
}

/// What a server has told about the requests that it still allows.
private struct ToldAllowance {
  /// The request whose response told it, how many more it allowed, and the last one that is allowed.
  var number: Int
  var remaining: Int
  var last: Int
  /// The time at which the server allows more.
  var renewal: Duration
}

/// The rate that a server accepts, as far as it is known from its refusals.
private struct LearnedRate {
  /// How much of the accepted rate is used after a refusal, and by how much it grows in a second.
  private static let share = 0.95
  private static let growth = 0.01

  /// The time of the first request, and how many were accepted since.
  private var start: Duration?
  private var accepted = 0
  /// The time between two requests, and when it was set; nil before the first refusal.
  private var interval: (length: Duration, at: Duration)?
  /// The last request that had begun then.
  private var last = 0
  private var next = Duration.zero

  func pause(at now: Duration) -> Duration? {
    interval != nil && now < next ? next - now : nil
  }

  mutating func begin(at now: Duration) {
    start = start ?? now
    guard let interval else { return }
    let seconds = (now - interval.at) / .seconds(1)
    next = max(next, now - interval.length) + interval.length / (1 + Self.growth * seconds)
  }

  mutating func accept(at now: Duration) { accepted += 1 }

  /// Slows down after a refusal; refusals of requests from before the last one count as one.
  mutating func slow(after number: Int, of begun: Int, at now: Duration) {
    guard number > last, accepted > 0, let start, now > start else { return }
    last = begun
    let seconds = (now - start) / .seconds(1)
    interval = (.seconds(min(seconds / (Self.share * Double(accepted)), 60)), now)
    next = now
  }
}

/// The retries that may fail before requests are sent one at a time, so that a loop does not multiply
/// an outage: the numbers of the standard mode of the AWS SDKs.
private struct RetryBudget {
  private static let whole = 500
  private static let costOfFailure = 5

  private var tokens = whole

  var isEmpty: Bool { tokens < Self.costOfFailure }

  mutating func note(hasFailed: Bool) {
    let change = hasFailed ? -Self.costOfFailure : Self.costOfFailure
    tokens = min(max(tokens + change, 0), Self.whole)
  }
}
