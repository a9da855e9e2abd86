import CLibCurl
package import Glibc
import Synchronization

/// The one thread on which exchanges take place, and the executor of the tasks that await them.
///
/// It is an actor whose jobs this thread runs. Its state needs no lock, and a process may have
/// several loops. A command-line tool runs its asynchronous work on its main thread with
/// ``run(_:)``, and no other thread is started:
///
/// ```swift
/// let loop = CurlLoop()
/// let requester = CurlSender(loop: loop)
/// let status = loop.run { await call(requester) }
/// ```
///
/// Do not use `Task.sleep` or `@MainActor` in there: the former starts a thread, and the latter
/// waits for the thread that is busy here. To wait, use ``sleep(for:)``.
///
/// An app with a thread to spare uses ``shared``, the default of `CurlSender()`.
package actor CurlLoop: TaskExecutor, SerialExecutor {
  /// A loop on a thread of its own, started at first use and kept until the process ends.
  package static let shared = withOwnThread()

  private struct Inbox {
    var tasks: [LoopTask] = []
    /// Whether the loop waits for the network and has to be woken up for a job.
    var isWaiting = false
    var isRunning = false
    /// Whether the loop starts a thread of its own when there is work.
    var ownsThread = false
    /// Whether that thread ends once everything in progress has been cancelled.
    var isEnding = false
    /// Resumed when that thread ends.
    var endings: [CheckedContinuation<Void, Never>] = []
  }

  private enum LoopTask {
    case job(UnownedJob)
    case call(@Sendable (CurlMulti) -> Void)
  }

  /// How often jobs are taken before the loop checks the network.
  private static let taskLimit = 16

  private let inbox = Mutex(Inbox())

  /// Used by the one thread that is inside `turn(until:)`, except for `wakeUp`, which any thread
  /// may call.
  ///
  /// That thread runs the actor and is not run by it, so the compiler cannot check this.
  nonisolated(unsafe) private let multi: CurlMulti

  package init(interruption: Interruption? = nil) {
    multi = CurlMulti(interruption: interruption)
  }

  /// Creates a loop with a thread of its own, which starts with the first work and ends after
  /// ``end()``.
  package static func withOwnThread() -> CurlLoop {
    let loop = CurlLoop()
    loop.inbox.withLock { $0.ownsThread = true }
    return loop
  }

  /// Cancels all exchanges and waits, closes all connections, and ends the loop's own thread.
  ///
  /// It may be called on any thread, the loop's own included, and does not wait. Work that arrives
  /// later still runs, but its exchanges and waits are cancelled at once.
  package nonisolated func end() {
    inbox.withLock { $0.isEnding = true }
    multi.wakeUp()
  }

  /// Waits until the loop's own thread has ended; see ``end()``.
  ///
  /// It must not be called on the loop, which would wait for itself.
  package nonisolated func ended() async {
    await withCheckedContinuation { continuation in
      let isOver = inbox.withLock { inbox in
        if inbox.isRunning { inbox.endings.append(continuation) }
        return !inbox.isRunning
      }
      if isOver { continuation.resume() }
    }
  }

  /// Runs a closure on the loop's thread, in one of its next turns; each turn lets transfers go on
  /// whose receivers have room again.
  package nonisolated func later(_ work: @escaping @Sendable () -> Void) {
    perform { _ in work() }
  }

  /// Starts asynchronous work on the loop, with its isolation.
  package nonisolated func start<Value: Sendable>(
    _ work: @escaping @Sendable () async -> Value
  ) -> Task<Value, Never> {
    Task(executorPreference: self) { await self.isolating(work) }
  }

  private func isolating<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
    await work()
  }

  /// Runs asynchronous work on the loop, with its isolation, and returns to the caller's executor.
  package func carry<Value: Sendable>(_ work: @Sendable () async -> Value) async -> Value {
    await withTaskExecutorPreference(self) {
      // A closure that does not mention the isolation would leave it.
      _ = self
      return await work()
    }
  }

  package nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

  /// Runs asynchronous work on the calling thread and returns when it is done.
  ///
  /// A loop runs one piece of work at a time; calling this during another run is a programming
  /// error.
  package nonisolated func run<Value: Sendable, Failure: Error>(
    _ work: @escaping @Sendable () async throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let outcome = Outcome<Value, Failure>()
    let isOver = Flag()
    Task(executorPreference: self) {
      await self.carryOut(work, into: outcome)
      isOver.raise()
    }
    while true {
      // Checked in every turn with a flag, since checking a generic value would cost as much as the
      // turn.
      turn { isOver.isRaised }
      if let result = outcome.result { return try result.get() }
    }
  }

  private func carryOut<Value: Sendable, Failure: Error>(
    _ work: @Sendable () async throws(Failure) -> Value, into outcome: Outcome<Value, Failure>
  ) async {
    do throws(Failure) {
      outcome.set(.success(try await work()))
    } catch {
      outcome.set(.failure(error))
    }
  }

  /// Has freed memory kept for reuse: 8 MiB instead of half a MiB, and pieces of up to 1 MiB.
  ///
  /// This is for many calls. Each of those in progress has a buffer of 256 KiB, which would
  /// otherwise be returned to the system and allocated again for every other call.
  package static func keepFreedMemory() { curl_shim_keep_memory(8 << 20, 1 << 20) }

  /// Waits without keeping the thread busy.
  ///
  /// Throws `CancellationError` if the task is cancelled or the loop is interrupted meanwhile.
  package nonisolated func sleep(for duration: Duration) async throws(CancellationError) {
    try await wait(for: [], within: duration)
  }

  /// Waits for descriptors without keeping the thread busy.
  ///
  /// Throws `CancellationError` if the task is cancelled or the loop is interrupted meanwhile.
  package func wait(
    for descriptors: [pollfd], within duration: Duration,
    isolation: isolated (any Actor)? = #isolation
  ) async throws(CancellationError) {
    let ticket = Ticket()
    let error = await withTaskCancellationHandler {
      _ = isolation
      return await withCheckedContinuation { continuation in
        perform { multi in
          multi.wait(duration, for: descriptors, ticket: ticket) {
            continuation.resume(returning: $0)
          }
        }
      }
    } onCancel: {
      ticket.cancel()
      perform { multi in multi.cancel(ticket) }
    }
    if let error { throw error }
  }

  /// Waits until a descriptor is readable or its other end is closed, without a time limit and
  /// without keeping the thread busy.
  ///
  /// Throws `CancellationError` if the task is cancelled or the loop is interrupted meanwhile.
  package nonisolated func waitForInput(_ descriptor: Int32) async throws(CancellationError) {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&wanted, 1, 0) == 0 {
      try await wait(for: [wanted], within: .seconds(60))
    }
  }

  package nonisolated func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  /// Runs a closure on the loop's thread, in one of its next turns.
  nonisolated func perform(_ call: @escaping @Sendable (CurlMulti) -> Void) {
    add(.call(call))
  }

  private nonisolated func add(_ task: LoopTask) {
    let (wakes, starts) = inbox.withLock { inbox in
      inbox.tasks.append(task)
      defer { inbox.isWaiting = false }
      let starts = inbox.ownsThread && !inbox.isRunning
      if starts { inbox.isRunning = true }
      return (inbox.isWaiting, starts)
    }
    if starts { startThread() } else if wakes { multi.wakeUp() }
  }

  private nonisolated func turn(until isOver: () -> Bool) {
    inbox.withLock { inbox in
      precondition(!inbox.isRunning, "the loop is already running")
      inbox.isRunning = true
    }
    takeTurns(until: isOver)
    inbox.withLock { $0.isRunning = false }
  }

  private nonisolated func takeTurns(until isOver: () -> Bool) {
    // The two lists of tasks take turns, so that neither is allocated again.
    var tasks: [LoopTask] = []
    while true {
      // One job leads to another: a task resumes after its transfer and begins the next one. The
      // network is checked when all jobs are done, or when it has waited long enough.
      for _ in 0..<Self.taskLimit {
        inbox.withLock { swap(&$0.tasks, &tasks) }
        if tasks.isEmpty { break }
        multi.clock.pause { tasks.forEach(run) }
        tasks.removeAll(keepingCapacity: true)
        if isOver() { return }
      }
      multi.perform()
      if inbox.withLock({ $0.isEnding }) {
        multi.end()
        let endings = inbox.withLock { inbox -> [CheckedContinuation<Void, Never>]? in
          guard inbox.tasks.isEmpty else { return nil }
          inbox.isRunning = false
          defer { inbox.endings = [] }
          return inbox.endings
        }
        guard let endings else { continue }
        for ending in endings { ending.resume() }
        return
      }
      let waits = inbox.withLock { inbox in
        inbox.isWaiting = inbox.tasks.isEmpty && !inbox.isEnding
        return inbox.isWaiting
      }
      guard waits else { continue }
      multi.poll()
      inbox.withLock { $0.isWaiting = false }
    }
  }

  private nonisolated func run(_ task: LoopTask) {
    switch task {
    case .job(let job):
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    case .call(let call): call(multi)
    }
  }

  /// Starts a thread that runs turns until the end, and leaves signals to the other threads.
  ///
  /// Signals for faults of the thread itself, and for profilers, are not blocked: the handlers of
  /// the program have to see them.
  private nonisolated func startThread() {
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    for signal in [SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT, SIGTRAP, SIGSYS, SIGPROF] {
      sigdelset(&all, signal)
    }
    pthread_sigmask(SIG_SETMASK, &all, &old)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { pointer in
        curl_shim_name_thread("apicall")
        if let pointer {
          Unmanaged<CurlLoop>.fromOpaque(pointer).takeRetainedValue().takeTurns { false }
        }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_sigmask(SIG_SETMASK, &old, nil)
    precondition(status == 0, "cannot start a thread")
    pthread_detach(thread)
  }
}

/// A flag that is raised once, on any thread.
private final class Flag: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .acquiring) }

  func raise() { flag.store(true, ordering: .releasing) }
}

/// The result of a piece of work, once it is done.
private final class Outcome<Value: Sendable, Failure: Error>: Sendable {
  private let state = Mutex<Result<Value, Failure>?>(nil)

  var result: Result<Value, Failure>? { state.withLock { $0 } }

  func set(_ result: Result<Value, Failure>) {
    state.withLock { $0 = result }
  }
}
