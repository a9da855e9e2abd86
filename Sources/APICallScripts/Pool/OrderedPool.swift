package import APICallBase
import Synchronization

/// Performs items in parallel, up to `parallel` at a time; they begin in order, and deliver their
/// results in order or, if the source wants that, as they end.
///
/// After a failure no further item begins, if the source requires it.
///
/// Everything runs in the isolation of the caller; items in parallel take turns.
package final class OrderedPool {
  package enum Ending {
    case complete
    case cancelled
    /// The source or an item ended the pool.
    case failed(Failure)
  }

  private let source: any PoolSource
  private let parallel: Int
  private let count: Int?
  private let permits: PoolPermits
  private let executor: (any TaskExecutor)?
  /// The most items that have begun and whose turn is not over.
  private let mostWaiting: Int

  private var queue = PoolQueue()
  /// The number of items that may still begin, counted from the first.
  private var end = Int.max
  private var isTaking = false
  private let crew = Crew()
  /// The index of the item that each worker runs; nil for a worker between two items.
  private var places: [Int?] = []
  private var parked: [UnsafeContinuation<Void, Never>] = []
  private var isFlushing = false
  private var fault: Failure?

  package init(
    of source: any PoolSource, parallel: Int, count: Int?, permits: PoolPermits,
    executor: (any TaskExecutor)?
  ) {
    self.source = source
    self.parallel = parallel
    self.count = count
    self.permits = permits
    self.executor = executor
    mostWaiting = 5 * parallel + 64
  }

  package func perform(isolation: isolated (any Actor)? = #isolation) async -> Ending {
    if parallel == 1 {
      await run(by: nil)
    } else {
      await runSideBySide()
    }
    if crew.isCancelled { return .cancelled }
    return fault.map { .failed($0) } ?? .complete
  }

  // MARK: Parallel items

  private func runSideBySide(isolation: isolated (any Actor)? = #isolation) async {
    start(holdsPermit: false)
    let crew = crew
    await withTaskCancellationHandler {
      _ = isolation
      // A worker starts the next one before it ends.
      var slot = 0
      while let worker = crew[slot] {
        await worker.value
        slot += 1
      }
    } onCancel: {
      crew.cancel()
    }
  }

  /// Starts one more worker, if there may be an item for it and a permit is left.
  ///
  /// It is called each time an item begins, so that only as many workers are started as have items.
  private func startAnother(isolation: isolated (any Actor)? = #isolation) {
    guard places.count < parallel, !hasEnded, count.map({ queue.begun < $0 }) ?? true,
      permits.take()
    else { return }
    start(holdsPermit: true)
  }

  private func start(holdsPermit: Bool, isolation: isolated (any Actor)? = #isolation) {
    let slot = places.count
    places.append(nil)
    crew.add(
      .isolated(on: executor) {
        _ = isolation
        await self.run(by: slot)
        if holdsPermit { self.permits.giveBack() }
      })
  }

  /// Performs one item after the other, until none is left.
  private func run(by slot: Int?, isolation: isolated (any Actor)? = #isolation) async {
    while let entry = await begin(by: slot) {
      let failure = await entry.item.perform()
      if let slot { places[slot] = nil }
      end(entry, failure)
    }
    wakeAll()
  }

  // MARK: Beginning

  /// Begins the next item when it is its turn; nil if none is left.
  private func begin(
    by slot: Int?, isolation: isolated (any Actor)? = #isolation
  ) async -> PoolQueue.Entry? {
    while isTaking || queue.count >= mostWaiting {
      if hasEnded { return nil }
      await withUnsafeContinuation { parked.append($0) }
    }
    if hasEnded { return nil }
    isTaking = true
    defer {
      isTaking = false
      wakeOne()
    }
    let index = queue.begun
    if let slot { places[slot] = index }
    do throws(Failure) {
      guard let item = try await source.next(index) else {
        end = index
        return nil
      }
      if hasEnded { return nil }
      let entry = source.isOrdered ? queue.begin(item) : queue.beginUnordered(item)
      if slot != nil { startAnother() }
      item.begin()
      advance()
      return entry
    } catch {
      if !hasEnded {
        end = index
        fault = error
        if error.endsRun { stop(after: queue.turn - 1) }
      }
      return nil
    }
  }

  private var hasEnded: Bool { queue.begun >= end || crew.isCancelled }

  private func wakeOne() {
    if !parked.isEmpty { parked.removeFirst().resume() }
  }

  private func wakeAll() {
    while !parked.isEmpty { wakeOne() }
  }

  // MARK: Ending

  /// Notes the result of an item, and delivers the results that have waited for it.
  private func end(
    _ entry: PoolQueue.Entry, _ failure: Failure?, isolation: isolated (any Actor)? = #isolation
  ) {
    if entry.index >= end || crew.isCancelled { return }
    entry.isOver = true
    entry.failure = entry.failure ?? failure
    if source.isOrdered {
      if let failure, source.stops(after: failure) { stop(after: entry.index) }
      advance()
    } else {
      deliver(entry)
    }
    if queue.turn < end { scheduleFlush() }
    wakeOne()
  }

  /// Gives items their turn in order, and delivers the results of finished ones.
  private func advance() {
    while queue.turn < end, let entry = queue.first {
      if !entry.hadTurn {
        entry.hadTurn = true
        if let failure = entry.item.takeTurn() {
          entry.failure = failure
          if source.stops(after: failure) {
            end = min(end, entry.index + 1)
            cancel(from: entry.index)
          }
        }
      }
      guard entry.isOver else { return }
      queue.removeFirst()
      do throws(Failure) {
        try entry.item.finish(entry.failure)
      } catch {
        return fail(with: error)
      }
    }
  }

  /// Delivers the result of an item that waits for no others.
  ///
  /// If the pool ends with it, all other items in progress are cancelled.
  private func deliver(_ entry: PoolQueue.Entry) {
    do throws(Failure) {
      try entry.item.finish(entry.failure)
      guard let failure = entry.failure, source.stops(after: failure) else { return }
    } catch {
      fault = error
    }
    end = 0
    cancel(from: 0)
  }

  private func fail(with failure: Failure) {
    fault = failure
    stop(after: queue.turn - 1)
  }

  /// Begins no items after an index, and cancels those in progress.
  private func stop(after index: Int) {
    end = min(end, index + 1)
    cancel(from: index + 1)
  }

  private func cancel(from index: Int) {
    for (slot, place) in places.enumerated() {
      if let place, place >= index { crew[slot]?.cancel() }
    }
    wakeAll()
  }

  /// Flushes the output when this turn of the loop has nothing else to do; items without
  /// parallelism are flushed at once.
  private func scheduleFlush(isolation: isolated (any Actor)? = #isolation) {
    guard source.holdsOutput, !isFlushing else { return }
    if parallel == 1 {
      do throws(Failure) { try source.flush() } catch { fail(with: error) }
      return
    }
    isFlushing = true
    // The task does not wait: its isolation alone brings it onto the loop.
    Task {
      _ = isolation
      isFlushing = false
      do throws(Failure) { try source.flush() } catch { fail(with: error) }
    }
  }
}

/// The workers of a pool; all of them are cancelled when the pool is cancelled, which may happen on
/// any thread.
private final class Crew: Sendable {
  private struct State {
    var workers: [Task<Void, Never>] = []
    var isCancelled = false
  }

  private let state = Mutex(State())

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  subscript(slot: Int) -> Task<Void, Never>? {
    state.withLock { slot < $0.workers.count ? $0.workers[slot] : nil }
  }

  func add(_ worker: Task<Void, Never>) {
    let isLate = state.withLock { state in
      state.workers.append(worker)
      return state.isCancelled
    }
    if isLate { worker.cancel() }
  }

  func cancel() {
    let workers = state.withLock { state in
      state.isCancelled = true
      return state.workers
    }
    for worker in workers { worker.cancel() }
  }
}

/// The items that have begun, in order: each waits for its turn after it has finished.
private struct PoolQueue {
  final class Entry {
    let item: any PoolItem
    let index: Int
    var next: Entry?
    var hadTurn = false
    var isOver = false
    var failure: Failure?

    init(_ item: any PoolItem, _ index: Int) {
      self.item = item
      self.index = index
    }
  }

  /// The item whose turn it is; nil if it has not begun.
  private(set) var first: Entry?
  private var last: Entry?
  /// The number of items whose turn is over.
  private(set) var turn = 0
  /// The number of items that have begun.
  private(set) var begun = 0

  var count: Int { begun - turn }

  mutating func begin(_ item: any PoolItem) -> Entry {
    let entry = Entry(item, begun)
    if let last { last.next = entry } else { first = entry }
    last = entry
    begun += 1
    return entry
  }

  /// Begins an item that delivers its result as soon as it ends.
  mutating func beginUnordered(_ item: any PoolItem) -> Entry {
    defer {
      begun += 1
      turn += 1
    }
    return Entry(item, begun)
  }

  mutating func removeFirst() {
    first = first?.next
    if first == nil { last = nil }
    turn += 1
  }
}
