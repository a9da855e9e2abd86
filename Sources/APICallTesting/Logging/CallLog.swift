import APICallBase
import APICallContracts
import APICallHTTP
package import APICallModel
import APICallPlugins
import APICallReports
package import APICallRequests
package import APICallResponses
package import APICallRun
import APICallText
import Synchronization

/// Notes the calls of a run with their exchanges, for reports.
///
/// Set it as the first tap of the run, and its observers as observers of the calls. When a call
/// ends, its exchanges are masked and cut; nothing of a server is held as it was after that.
package final class CallLog: ExchangeTap, Sendable {
  struct Entry: Sendable {
    let endpoint: String
    /// The place of the call among those of its kind: the number that its observer has.
    var order: Int?
    var place = StepPlace(path: [])
    /// How long the run had lasted when it began; nil if the time does not count.
    var start: Duration?
    /// How long the run had lasted when it ended; nil if it has not, or the time does not count.
    var end: Duration?
    var exchanges: [ReportExchange] = []
    /// Why the call failed; nil if it did not, or has not ended.
    var failure: Failure?
  }

  private struct OpenCall {
    let call: Call
    let number: Int
    var exchanges: [LoggedExchange] = []
    /// Why the next exchange follows, in a word.
    var reason: String?
  }

  private struct State {
    var entries: [Entry] = []
    var open: [ObjectIdentifier: OpenCall] = [:]
    var leftOut = 0
    /// The number of bytes of bodies that are still kept.
    var room = CallLog.mostBytes
  }

  private static let most = 10_000
  private static let mostExchanges = 1000
  /// The maximum number of bytes of all bodies, 16 MiB; further ones are left out.
  private static let mostBytes = 16 << 20

  /// How long the run has lasted; nil if the time does not count.
  private let elapsed: (@Sendable () -> Duration)?
  private let keepsBodies: Bool
  private let registry: Registry
  private let state = Mutex(State())

  package init(
    elapsed: (@Sendable () -> Duration)?, keepsBodies: Bool,
    registry: Registry = Builtins.readingRegistry
  ) {
    self.elapsed = elapsed
    self.keepsBodies = keepsBodies
    self.registry = registry
  }

  /// The calls in the order in which they began.
  var entries: [Entry] { state.withLock { $0.entries } }

  var leftOut: Int { state.withLock { $0.leftOut } }

  package func middleware(
    for call: Call, at place: StepPlace, usingHeaders usesHeaders: Bool
  ) -> any ExchangeMiddleware {
    let key = ObjectIdentifier(call)
    let isNoted = state.withLock { state in
      guard let open = state.open[key] else { return false }
      state.entries[open.number].place = place
      return true
    }
    return LoggingMiddleware(log: self, call: isNoted ? key : nil)
  }

  package func observer(of order: Int? = nil) -> any RunObserver { LoggedCalls(self, of: order) }

  fileprivate func begin(_ call: Call, of order: Int?) {
    let start = elapsed?()
    state.withLock { state in
      guard state.entries.count < Self.most else {
        state.leftOut += 1
        return
      }
      var entry = Entry(endpoint: call.endpoint.file)
      (entry.order, entry.start) = (order, start)
      state.open[ObjectIdentifier(call)] = OpenCall(call: call, number: state.entries.count)
      state.entries.append(entry)
    }
  }

  /// Returns its number among those of the call; nil if it is not noted.
  fileprivate func begin(_ request: OutgoingRequest, of call: ObjectIdentifier) -> Int? {
    let start = elapsed?()
    return state.withLock { state in
      guard var open = state.open[call], open.exchanges.count < Self.mostExchanges else {
        return nil
      }
      // A second reference would cause a copy.
      state.open[call] = nil
      var exchange = LoggedExchange(request)
      (exchange.start, exchange.reason) = (start, open.reason)
      open.reason = nil
      open.exchanges.append(exchange)
      state.open[call] = open
      return open.exchanges.count - 1
    }
  }

  fileprivate func end(
    _ index: Int, of call: ObjectIdentifier, with copy: ResponseCopy, _ error: ExchangeError?
  ) {
    let isTimed = elapsed != nil
    state.withLock { state in
      state.open[call]?.exchanges[index].end(with: copy, error, isTimed: isTimed)
    }
  }

  fileprivate func note(_ reason: String, for call: Call) {
    state.withLock { $0.open[ObjectIdentifier(call)]?.reason = reason }
  }

  /// Notes the end of a call, and masks its exchanges.
  fileprivate func end(_ call: Call, _ failure: Failure?) {
    let end = elapsed?()
    guard let open = take(call) else { return }
    close(open, showingBodies: failure != nil || keepsBodies)
    state.withLock { state in
      let number = open.number
      (state.entries[number].failure, state.entries[number].end) = (failure, end)
    }
  }

  /// Goes on with the call that replaces another one, since the result of a needed call was refused.
  fileprivate func replace(_ call: Call, by new: Call) {
    guard let open = take(call) else { return }
    close(open, showingBodies: keepsBodies)
    state.withLock { state in
      state.open[ObjectIdentifier(new)] = OpenCall(call: new, number: open.number, reason: "need")
    }
  }

  private func take(_ call: Call) -> OpenCall? {
    state.withLock { $0.open.removeValue(forKey: ObjectIdentifier(call)) }
  }

  /// Masks the exchanges of a call, and adds them to those of its entry.
  private func close(_ open: OpenCall, showingBodies showsBodies: Bool) {
    let showsBodies = showsBodies && state.withLock { $0.room } > 0
    var mask = ReportMask(of: open.call, registry: registry)
    let exchanges = open.exchanges.map { mask.masked($0, showingBodies: showsBodies) }
    let bodies = exchanges.flatMap { [$0.body, $0.response?.body].compactMap { $0 } }
    let size = bodies.reduce(0) { $0 + $1.bytes.count }
    state.withLock { state in
      state.room -= size
      state.entries[open.number].exchanges += exchanges
    }
  }
}

/// Notes the exchanges of one call.
private struct LoggingMiddleware: ExchangeMiddleware {
  let log: CallLog
  /// The call; nil if it is not noted.
  let call: ObjectIdentifier?

  func send(
    _ request: OutgoingRequest, to receiver: any ExchangeReceiver, by next: NextSender
  ) async throws(ExchangeError) {
    guard let call, let index = log.begin(request, of: call) else {
      return try await next.send(request, to: receiver)
    }
    let copy = ResponseCopy(before: receiver)
    do throws(ExchangeError) {
      try await next.send(request, to: copy)
    } catch {
      log.end(index, of: call, with: copy, error)
      throw error
    }
    log.end(index, of: call, with: copy, nil)
  }
}

/// Tells the log how a call goes on and ends.
private final class LoggedCalls: RunObserver {
  private let log: CallLog
  private let order: Int?
  private var call: Call?

  init(_ log: CallLog, of order: Int?) {
    self.log = log
    self.order = order
  }

  func observe(_ event: RunEvent) {
    switch event {
    case .sending(let call):
      if let before = self.call {
        log.replace(before, by: call)
      } else {
        log.begin(call, of: order)
      }
      self.call = call
    case .continuing(let exchange): if let call { log.note(exchange.reason.name, for: call) }
    case .finished(let end):
      if let call { log.end(call, end.failure) }
      call = nil
    default: break
    }
  }
}

/// One exchange of a run for reports, as it was: nothing is masked yet.
struct LoggedExchange: Sendable {
  let request: OutgoingRequest
  /// Why it follows the one before it, in a word; nil for the first one.
  var reason: String?
  /// When it began, from the beginning of the run; nil if the time does not count.
  var start: Duration?
  private(set) var sent: TappedExchange.Body
  private(set) var head: ResponseHead?
  private(set) var trailers: [ResponseHead.Field] = []
  private(set) var body = TappedExchange.Body.bytes([])
  private(set) var size = 0
  private(set) var timings: ExchangeTimings?
  private(set) var error: ExchangeError?

  init(_ request: OutgoingRequest) {
    self.request = request
    sent = TappedExchange.Body(of: request, limit: TappedExchange.mostBytes)
  }

  mutating func end(with copy: ResponseCopy, _ error: ExchangeError?, isTimed: Bool) {
    (head, trailers, body, size) = (copy.head, copy.trailers, copy.body, copy.size)
    timings = isTimed ? copy.timings : nil
    self.error = error
  }
}
