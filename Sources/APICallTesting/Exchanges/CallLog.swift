import APICallBase
import APICallHTTP
package import APICallRun
import Synchronization

/// Notes the calls of a run with all their exchanges, for reports.
///
/// Set it as the first tap of the run, and its observers as observers of the calls. It holds what
/// was sent and received as it was: nothing is masked yet.
package final class CallLog: ExchangeTap, Sendable {
  /// A call that was sent.
  struct Entry: Sendable {
    let call: Call
    /// The number of the file that it belongs to, if a run has several.
    var file: Int?
    var place = StepPlace(path: [])
    /// How long the run had lasted when it began; nil if the time does not count.
    var start: Duration?
    /// How long the run had lasted when it ended; nil if it has not, or the time does not count.
    var end: Duration?
    var exchanges: [LoggedExchange] = []
    /// Why the call failed; nil if it did not, or has not ended.
    var failure: Failure?
    /// Why the next exchange follows, in a word.
    fileprivate var reason: String?
  }

  /// The most calls that are noted.
  private static let most = 10_000

  /// How long the run has lasted; nil if the time does not count.
  private let elapsed: (@Sendable () -> Duration)?
  /// Whether the bodies of calls that succeed are kept until the end.
  private let keepsBodies: Bool
  private let log = Mutex<[Entry]>([])
  private let uncounted = Mutex(0)

  /// Begins a log.
  ///
  /// - Parameters:
  ///   - elapsed: returns how long the run has lasted; nil if reports must not depend on it.
  ///   - keepsBodies: whether the bodies of calls that succeed are kept.
  package init(elapsed: (@Sendable () -> Duration)?, keepsBodies: Bool) {
    self.elapsed = elapsed
    self.keepsBodies = keepsBodies
  }

  /// The calls in the order in which they began.
  var entries: [Entry] { log.withLock { $0 } }

  /// The number of further calls that are not noted.
  var leftOut: Int { uncounted.withLock { $0 } }

  package func middleware(
    for call: Call, at place: StepPlace, usingHeaders usesHeaders: Bool
  ) -> any Middleware {
    let number = log.withLock { entries -> Int? in
      guard let number = entries.lastIndex(where: { $0.call === call }) else { return nil }
      entries[number].place = place
      return number
    }
    return LoggingMiddleware(log: self, number: number)
  }

  /// Creates an observer that tells this log how a call goes on.
  ///
  /// - Parameter file: the number of the file that the call belongs to; nil if there is only one.
  /// - Returns: an observer for one call.
  package func observer(of file: Int? = nil) -> any RunObserver { CallWatch(self, of: file) }

  /// Notes that a call begins.
  fileprivate func begin(_ call: Call, of file: Int?) {
    let start = elapsed?()
    let isNoted = log.withLock { entries -> Bool in
      guard entries.count < Self.most else { return false }
      var entry = Entry(call: call)
      (entry.file, entry.start) = (file, start)
      entries.append(entry)
      return true
    }
    if !isNoted { uncounted.withLock { $0 += 1 } }
  }

  /// Notes that an exchange begins.
  ///
  /// - Returns: its number among those of the call.
  fileprivate func begin(_ request: Request, of number: Int) -> Int {
    let start = elapsed?()
    return log.withLock { entries in
      var exchange = LoggedExchange(request)
      exchange.start = start
      exchange.reason = entries[number].reason
      entries[number].reason = nil
      entries[number].exchanges.append(exchange)
      return entries[number].exchanges.count - 1
    }
  }

  /// Notes how an exchange ended.
  fileprivate func end(
    _ index: Int, of number: Int, with copy: ResponseCopy, _ error: RequestError?
  ) {
    let isTimed = elapsed != nil
    log.withLock { entries in
      entries[number].exchanges[index].end(with: copy, error, isTimed: isTimed)
    }
  }

  /// Changes the entry of a call, the last one if it was sent more than once.
  fileprivate func change(_ call: Call, _ change: (inout Entry) -> Void) {
    log.withLock { entries in
      guard let index = entries.lastIndex(where: { $0.call === call }) else { return }
      change(&entries[index])
    }
  }

  /// Notes the end of a call.
  fileprivate func end(_ call: Call, _ failure: Failure?) {
    let (keepsBodies, end) = (keepsBodies, elapsed?())
    change(call) { entry in
      (entry.failure, entry.end) = (failure, end)
      guard failure == nil, !keepsBodies else { return }
      for index in entry.exchanges.indices { entry.exchanges[index].dropBodies() }
    }
  }

  /// Notes why the next exchange of a call follows.
  fileprivate func note(_ reason: String, for call: Call) { change(call) { $0.reason = reason } }
}

/// Notes the exchanges of one call.
private struct LoggingMiddleware: Middleware {
  let log: CallLog
  /// The number of its entry; nil if it has none.
  let number: Int?

  func send(
    _ request: Request, to receiver: any ResponseReceiver, by next: NextSender
  ) async throws(RequestError) {
    guard let number else { return try await next.send(request, to: receiver) }
    let index = log.begin(request, of: number)
    let copy = ResponseCopy(before: receiver)
    do throws(RequestError) {
      try await next.send(request, to: copy)
    } catch {
      log.end(index, of: number, with: copy, error)
      throw error
    }
    log.end(index, of: number, with: copy, nil)
  }
}

/// Tells the log how a call goes on and ends.
private final class CallWatch: RunObserver {
  private let log: CallLog
  private let file: Int?
  private var call: Call?

  init(_ log: CallLog, of file: Int?) {
    self.log = log
    self.file = file
  }

  func observe(_ event: RunEvent) {
    switch event {
    case .sending(let call):
      self.call = call
      log.begin(call, of: file)
    case .continuing(let exchange): if let call { log.note(exchange.reason.name, for: call) }
    case .finished(let end): if let call { log.end(call, end.failure) }
    default: break
    }
  }
}
