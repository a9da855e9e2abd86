package import APICallBase
import Synchronization

/// Does things side by side, up to `parallel` at a time; they begin and leave what they have in one
/// order.
///
/// After one that failed none begins, where the source says so.
///
/// All of it is isolated as what performs it is; what is done side by side takes turns.
package final class OrderedPool {
  /// How all of it ended.
  package enum Ending {
    case complete
    /// Somebody gave it up.
    case cancelled
    /// The source or an item ended the whole.
    case failed(Failure)
  }

  private let source: any PoolSource
  private let parallel: Int
  /// How many there are; nil where nobody knows yet.
  private let count: Int?
  private let permits: PoolPermits
  private let executor: (any TaskExecutor)?
  /// How many may have begun whose turn is not over.
  private let mostWaiting: Int

  private var queue = PoolQueue()
  /// The number of items that may still begin, counted from the first.
  private var end = Int.max
  private var isTaking = false
  /// What runs items.
  private let crew = Crew()
  /// The place of the item that each of the crew runs; nil for one that is between two.
  private var places: [Int?] = []
  private var parked: [UnsafeContinuation<Void, Never>] = []
  private var isFlushing = false
  private var fault: Failure?

  /// Creates a pool.
  ///
  /// - Parameters:
  ///   - source: where items come from.
  ///   - parallel: how many are done at a time.
  ///   - count: how many there are; nil where nobody knows yet.
  ///   - permits: how many may be under way in the whole run; whoever runs the pool has one.
  ///   - executor: what runs tasks; nil for whatever runs them anyway.
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

  /// Does all of it.
  package func perform(isolation: isolated (any Actor)? = #isolation) async -> Ending {
    if parallel == 1 {
      await run(by: nil)
    } else {
      await runSideBySide()
    }
    if crew.isDismissed { return .cancelled }
    return fault.map { .failed($0) } ?? .complete
  }

  // MARK: Side by side

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
      crew.dismiss()
    }
  }

  /// Starts one more worker, where there may be an item for it and a permit is left.
  ///
  /// It is asked for each time an item begins: then only as many are started as find something to do.
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

  /// Does one item after the other, until none is left.
  private func run(by slot: Int?, isolation: isolated (any Actor)? = #isolation) async {
    while let entry = await begin(by: slot) {
      let failure = await entry.item.perform()
      if let slot { places[slot] = nil }
      end(entry, failure)
    }
    wakeAll()
  }

  // MARK: Beginning

  /// Begins the next item, when it is time for it; nil where none is left.
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
      let entry = queue.begin(item)
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

  /// Whether nothing begins any more.
  private var hasEnded: Bool { queue.begun >= end || crew.isDismissed }

  private func wakeOne() {
    if !parked.isEmpty { parked.removeFirst().resume() }
  }

  private func wakeAll() {
    while !parked.isEmpty { wakeOne() }
  }

  // MARK: Ending

  /// Notes how an item ended, and has those leave what they have that have waited for it.
  private func end(
    _ entry: PoolQueue.Entry, _ failure: Failure?, isolation: isolated (any Actor)? = #isolation
  ) {
    if entry.index >= end || crew.isDismissed { return }
    entry.isOver = true
    entry.failure = entry.failure ?? failure
    if let failure, source.stops(after: failure) { stop(after: entry.index) }
    advance()
    if queue.turn < end { scheduleFlush() }
    wakeOne()
  }

  /// Gives those their turn whose turn it is, and has those leave what they have that are over.
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
        return give(up: error)
      }
    }
  }

  /// Ends all of it where the turn is.
  private func give(up failure: Failure) {
    fault = failure
    stop(after: queue.turn - 1)
  }

  /// Begins nothing after an item any more, and gives up what is under way there.
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

  /// Has what was written flushed when nothing else is to be done in this turn of the loop; of items
  /// that come one after the other nothing is.
  private func scheduleFlush(isolation: isolated (any Actor)? = #isolation) {
    guard source.holdsOutput, !isFlushing else { return }
    if parallel == 1 {
      do throws(Failure) { try source.flush() } catch { give(up: error) }
      return
    }
    isFlushing = true
    // It waits for nothing: the isolation alone brings it onto the loop.
    Task {
      _ = isolation
      isFlushing = false
      do throws(Failure) { try source.flush() } catch { give(up: error) }
    }
  }
}

/// Those who run the items of a pool; all of them are dismissed when somebody gives the pool up, which
/// may happen on any thread.
private final class Crew: Sendable {
  private struct State {
    var workers: [Task<Void, Never>] = []
    var isDismissed = false
  }

  private let state = Mutex(State())

  /// Whether the pool is given up.
  var isDismissed: Bool { state.withLock { $0.isDismissed } }

  /// One of them; nil where there are not so many.
  subscript(slot: Int) -> Task<Void, Never>? {
    state.withLock { slot < $0.workers.count ? $0.workers[slot] : nil }
  }

  func add(_ worker: Task<Void, Never>) {
    let isLate = state.withLock { state in
      state.workers.append(worker)
      return state.isDismissed
    }
    if isLate { worker.cancel() }
  }

  func dismiss() {
    let workers = state.withLock { state in
      state.isDismissed = true
      return state.workers
    }
    for worker in workers { worker.cancel() }
  }
}

/// The items that have begun, in their order: each waits for its turn when it is over.
private struct PoolQueue {
  final class Entry {
    let item: any PoolItem
    /// Its place among all of them, counted from 0.
    let index: Int
    /// The one that has begun after it.
    var next: Entry?
    var hadTurn = false
    var isOver = false
    /// Why it fails, as far as that is known.
    var failure: Failure?

    init(_ item: any PoolItem, _ index: Int) {
      self.item = item
      self.index = index
    }
  }

  /// The one whose turn it is; nil where it has not begun.
  private(set) var first: Entry?
  private var last: Entry?
  /// The number of items whose turn is over.
  private(set) var turn = 0
  /// How many have begun.
  private(set) var begun = 0

  /// How many have begun whose turn is not over.
  var count: Int { begun - turn }

  mutating func begin(_ item: any PoolItem) -> Entry {
    let entry = Entry(item, begun)
    if let last { last.next = entry } else { first = entry }
    last = entry
    begun += 1
    return entry
  }

  /// Takes out the one whose turn it is.
  mutating func removeFirst() {
    first = first?.next
    if first == nil { last = nil }
    turn += 1
  }
}
