import APICallBase
import APICallContracts
import CLibCurl
import Glibc

/// A curl multi handle with its transfers and waits; used on the loop's thread only.
final class CurlMulti {
  typealias Instant = SuspendingClock.Instant

  /// The clock for time limits.
  let clock = PausableClock()

  /// Nil if there was not enough memory, and after the end; then no transfer begins.
  private var handle: UnsafeMutableRawPointer?
  private var hasEnded = false
  /// Becomes readable when another thread wakes up this one (eventfd(2)).
  ///
  /// libcurl's own way costs two more calls of the system, and ends with the handle.
  private let waker = curl_shim_event()
  /// What `poll` waits for besides transfers and waits: the waker, and the interruption if there is
  /// one.
  private var signals: [curl_waitfd]
  private let interruption: Interruption?
  // Every turn goes through all of them. Besides, adding the first entry to a dictionary makes
  // Swift's runtime do more work than the rest of an exchange.
  private var transfers: [CurlTransfer] = []
  private var waits: [Wait] = []
  /// Whether the last wait was so short that the next one looks for a response before it sleeps.
  private var looksFirst = false
  private static let longestLook = Duration.microseconds(50)
  private let handles = HandlePool()

  private struct Wait {
    var ticket: Ticket
    var end: Instant
    /// The descriptors that end the wait early, as for poll(2).
    var descriptors: [pollfd]
    var completion: (CancellationError?) -> Void
  }

  /// libcurl's own set-up, once in a process (curl_global_init(3)).
  private static let isSetUp = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK

  init(interruption: Interruption?) {
    handle = Self.isSetUp ? curl_multi_init() : nil
    self.interruption = interruption
    signals = [waker, interruption?.descriptor].compactMap(\.self).map {
      curl_waitfd(fd: $0, events: Int16(CURL_WAIT_POLLIN), revents: 0)
    }
    if let handle { curl_shim_multi_set_long(handle, CURLMOPT_MAXCONNECTS, 64) }
  }

  deinit {
    for transfer in transfers { curl_multi_remove_handle(handle, transfer.easy) }
    transfers = []
    curl_multi_cleanup(handle)
    close(waker)
  }

  /// Ends `poll` early.
  ///
  /// May be called on any thread, also after the end.
  func wakeUp() {
    var one: UInt64 = 1
    write(waker, &one, MemoryLayout.size(ofValue: one))
  }

  /// Ends all transfers and waits as cancelled, and closes all connections; later transfers are
  /// cancelled at once.
  func end() {
    cancelAll()
    hasEnded = true
    curl_multi_cleanup(handle)
    handle = nil
  }

  // MARK: Orders

  /// Begins a transfer; calls `completion` once, on the loop's thread.
  func begin(_ order: TransferOrder, completion: @escaping (TransferEnd) -> Void) {
    if order.ticket.isCancelled || isInterrupted || hasEnded {
      return completion(.failed(.cancelled))
    }
    do throws(ExchangeError) {
      guard let handle else { throw .outOfMemory(order.request) }
      let transfer = try CurlTransfer(
        order, clock: clock, handles: handles, isInterrupted: interruption?.isRaised,
        completion: completion)
      transfers.append(transfer)
      curl_multi_add_handle(handle, transfer.easy)
      interruption?.expect(transfer.deadlines.next - clock.now, transfers.count == 1)
    } catch {
      completion(.failed(error))
    }
  }

  /// Begins a wait: for a time, or for descriptors if there are any.
  func wait(
    _ duration: Duration, for descriptors: [pollfd], ticket: Ticket,
    completion: @escaping (CancellationError?) -> Void
  ) {
    if ticket.isCancelled || isInterrupted { return completion(CancellationError()) }
    waits.append(
      Wait(
        ticket: ticket, end: SuspendingClock.now + duration,
        descriptors: descriptors.filter { $0.fd >= 0 }, completion: completion))
  }

  /// Ends the transfer or wait of a ticket, if it has not ended yet.
  func cancel(_ ticket: Ticket) {
    if let index = waits.firstIndex(where: { $0.ticket === ticket }) {
      waits.remove(at: index).completion(CancellationError())
    } else {
      release { $0.ticket === ticket }?.complete(throwing: .cancelled)
    }
  }

  // MARK: A turn of the loop

  /// Advances all transfers as far as possible without waiting.
  func perform() {
    endWhatIsInterrupted()
    for transfer in transfers where transfer.goOn() == .stop {
      release { $0 === transfer }?.complete(CURLE_OK)
    }
    var running: CInt = 0
    clock.beginTurn()
    Heartbeat.beat()
    curl_multi_perform(handle, &running)
    Heartbeat.beat()
    endWhatIsInterrupted()
    // These reached a time limit, whatever libcurl reports about the connections that were cut.
    if Heartbeat.takeCut() { endWhatIsLate() }
    var left: CInt = 0
    while let message = curl_multi_info_read(handle, &left)?.pointee {
      guard message.msg == CURLMSG_DONE, let easy = message.easy_handle else { continue }
      // The message is gone once its handle is removed: the code is read before.
      let code = message.data.result
      release { $0.easy == easy }?.complete(code)
    }
    for transfer in transfers where transfer.pause() == .stop {
      release { $0 === transfer }?.complete(CURLE_OK)
    }
    endWhatIsLate()
    if transfers.isEmpty { Heartbeat.nextLimit = .max }
  }

  /// Waits until there is something to do, or a time limit passes.
  func poll() {
    // A receiver of progress reports gets them during a standstill too.
    let isWatched = transfers.contains { $0.isWatched }
    let timeLeft = timeLeft
    // Without a waker, which takes a descriptor, the loop looks for work itself.
    let left = timeLeft.milliseconds(upTo: waker < 0 ? 10 : isWatched ? 1000 : 60_000)
    if !transfers.isEmpty { interruption?.expect(timeLeft, true) }
    if waits.contains(where: { !$0.descriptors.isEmpty }) {
      pollWithWaits(left)
    } else {
      wait(for: &signals, upTo: left)
    }
    for index in signals.indices where signals[index].revents != 0 {
      signals[index].revents = 0
      var bytes: (UInt64, UInt64) = (0, 0)
      read(signals[index].fd, &bytes, MemoryLayout.size(ofValue: bytes))
    }
  }

  /// Waits for transfers and descriptors.
  ///
  /// A processor that has fallen asleep takes longer to wake up than a server on this machine takes
  /// to respond. As long as responses arrive so soon, the loop looks for the next one before it
  /// sleeps, which also takes less of the processor's time.
  private func wait(for descriptors: inout [curl_waitfd], upTo milliseconds: Int) {
    var ready: CInt = 0
    let count = CUnsignedInt(descriptors.count)
    let start = SuspendingClock.now
    while looksFirst, ready == 0, SuspendingClock.now - start < Self.longestLook {
      curl_multi_poll(handle, &descriptors, count, 0, &ready)
      if ready == 0 { sched_yield() }
    }
    if ready == 0 { curl_multi_poll(handle, &descriptors, count, CInt(milliseconds), &ready) }
    looksFirst = SuspendingClock.now - start < Self.longestLook
  }

  /// Waits for the descriptors of waits, too, and ends those whose descriptors are ready.
  private func pollWithWaits(_ milliseconds: Int) {
    var watched = waits.flatMap { wait in
      wait.descriptors.map { curl_waitfd(fd: $0.fd, events: Self.events($0.events), revents: 0) }
    }
    watched += signals
    // libcurl ignores negative descriptors, and may leave `revents` of a closed pipe to us.
    wait(for: &watched, upTo: milliseconds)
    signals = Array(watched.suffix(signals.count))
    var index = 0
    var ended: [Wait] = []
    waits.removeAll { wait in
      let mine = watched[index..<index + wait.descriptors.count]
      index += wait.descriptors.count
      guard mine.contains(where: { $0.revents != 0 }) || Self.isReady(wait.descriptors) else {
        return false
      }
      ended.append(wait)
      return true
    }
    for wait in ended { wait.completion(nil) }
  }

  /// Returns whether a descriptor is readable, writable or closed, as poll(2) itself reports.
  private static func isReady(_ descriptors: [pollfd]) -> Bool {
    guard !descriptors.isEmpty else { return false }
    var descriptors = descriptors
    return Glibc.poll(&descriptors, nfds_t(descriptors.count), 0) > 0
  }

  private static func events(_ events: Int16) -> Int16 {
    var wanted: Int16 = 0
    if events & Int16(POLLIN) != 0 { wanted |= Int16(CURL_WAIT_POLLIN) }
    if events & Int16(POLLOUT) != 0 { wanted |= Int16(CURL_WAIT_POLLOUT) }
    return wanted
  }

  private var timeLeft: Duration {
    let now = clock.now
    let toLimit = transfers.lazy.map { $0.deadlines.next - now }.min()
    let time = SuspendingClock.now
    let toEnd = waits.lazy.map { $0.end - time }.min()
    return min(toLimit ?? .seconds(60), toEnd ?? .seconds(60))
  }

  private var isInterrupted: Bool { interruption?.isRaised() == true }

  private func endWhatIsInterrupted() {
    guard !(transfers.isEmpty && waits.isEmpty), isInterrupted else { return }
    cancelAll()
  }

  func cancelAll() {
    while let transfer = release(where: { _ in true }) { transfer.complete(throwing: .cancelled) }
    for wait in waits { wait.completion(CancellationError()) }
    waits = []
  }

  private func endWhatIsLate() {
    if !transfers.isEmpty {
      let now = clock.now
      while let transfer = release(where: { $0.deadlines.next <= now }) {
        transfer.complete(throwing: .timedOut(transfer.deadlines.phase))
      }
    }
    if !waits.isEmpty {
      let now = SuspendingClock.now
      for wait in waits where wait.end <= now { wait.completion(nil) }
      waits.removeAll { $0.end <= now }
    }
  }

  /// Removes the first transfer that meets a condition from libcurl.
  private func release(where condition: (CurlTransfer) -> Bool) -> CurlTransfer? {
    guard let index = transfers.firstIndex(where: condition) else { return nil }
    // The order does not matter, so the others need not move.
    transfers.swapAt(index, transfers.count - 1)
    let transfer = transfers.removeLast()
    curl_multi_remove_handle(handle, transfer.easy)
    return transfer
  }
}
