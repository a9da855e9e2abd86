import CLibCurl
package import Glibc
import Synchronization

/// The one thread on which exchanges take place, and the executor of the tasks that await them.
///
/// It is an actor whose jobs this thread runs: what belongs to it needs no lock, and a process may
/// have several. A command-line tool runs its asynchronous work on its main thread with ``run(_:)``,
/// and no other thread is started:
///
/// ```swift
/// let loop = CurlLoop()
/// let requester = CurlRequester(loop: loop)
/// let status = loop.run { await call(requester) }
/// ```
///
/// In there, `Task.sleep` and `@MainActor` are not to be used: the one starts a thread, the other
/// waits for the thread that is busy here. For waiting there is ``sleep(for:)``.
///
/// An app that has a thread to spare uses ``shared``, which `CurlRequester()` does by itself.
package actor CurlLoop: TaskExecutor, SerialExecutor {
  /// A loop on a thread of its own, started at first use and kept until the process ends.
  package static let shared: CurlLoop = {
    let loop = CurlLoop()
    loop.startThread()
    return loop
  }()

  private struct Inbox {
    var errands: [Errand] = []
    /// Whether the loop waits for the network and has to be woken up for an errand.
    var isWaiting = false
    var isRunning = false
  }

  private enum Errand {
    case job(UnownedJob)
    case call(@Sendable (CurlMulti) -> Void)
  }

  /// How often errands are taken before the network is looked at.
  private static let mostErrands = 16

  private let inbox = Mutex(Inbox())

  /// Touched by the thread that is inside of `turn(until:)`, of which there is one at most; but for
  /// `wakeUp`, which any thread may call (curl_multi_wakeup(3)).
  ///
  /// That thread runs the actor and is not run by it: so the compiler cannot see it.
  nonisolated(unsafe) private let multi: CurlMulti

  /// Creates a loop that does nothing yet.
  ///
  /// - Parameter interruption: what ends all exchanges and waits at once, if anything does.
  package init(interruption: Interruption? = nil) {
    multi = CurlMulti(interruption: interruption)
  }

  /// What runs the actor: the loop itself.
  package nonisolated var unownedExecutor: UnownedSerialExecutor { asUnownedSerialExecutor() }

  /// Runs asynchronous work on the calling thread and returns when it is done.
  ///
  /// A loop runs one piece of work at a time; to call this while it does is an error in the program.
  ///
  /// - Parameter work: what to do, isolated to the loop. Tasks that it starts run on this thread too
  ///   if they are its children or isolated as it is.
  /// - Returns: what the work returns.
  /// - Throws: what the work throws.
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
      // It is asked in every turn: to ask what is generic would cost as much as the turn.
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

  /// Has memory that is freed kept for what comes: 8 MiB in place of a half, and pieces of up to 1 MiB.
  ///
  /// It is for many calls: each of those under way has a buffer of 256 KiB, which would go back to the
  /// system, and come from there anew for every other one.
  package static func keepFreedMemory() { curl_shim_keep_memory(8 << 20, 1 << 20) }

  /// Waits without keeping the thread busy.
  ///
  /// - Parameter duration: how long.
  /// - Throws: `CancellationError` where the task is cancelled or the loop interrupted meanwhile.
  package nonisolated func sleep(for duration: Duration) async throws(CancellationError) {
    try await wait(for: [], within: duration)
  }

  /// Waits for descriptors without keeping the thread busy.
  ///
  /// - Parameters:
  ///   - descriptors: what is waited for, as of poll(2), to be read or written without blocking; a
  ///     negative one is left out.
  ///   - duration: how long.
  ///   - isolation: that of the caller, which is not left.
  /// - Throws: `CancellationError` where the task is cancelled or the loop interrupted meanwhile.
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

  /// Waits until a descriptor can be read or its other end is closed, however long that takes, without
  /// keeping the thread busy.
  ///
  /// - Parameter descriptor: what is waited for.
  /// - Throws: `CancellationError` where the task is cancelled or the loop interrupted meanwhile.
  package nonisolated func waitForInput(_ descriptor: Int32) async throws(CancellationError) {
    var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    while poll(&wanted, 1, 0) == 0 {
      try await wait(for: [wanted], within: .seconds(60))
    }
  }

  /// Takes a piece of a task, to be run in one of the loop's next turns.
  ///
  /// - Parameter job: the piece.
  package nonisolated func enqueue(_ job: consuming ExecutorJob) {
    add(.job(UnownedJob(job)))
  }

  /// Has something done on the loop's thread, in one of its next turns.
  nonisolated func perform(_ call: @escaping @Sendable (CurlMulti) -> Void) {
    add(.call(call))
  }

  private nonisolated func add(_ errand: Errand) {
    let wakes = inbox.withLock { inbox in
      inbox.errands.append(errand)
      defer { inbox.isWaiting = false }
      return inbox.isWaiting
    }
    if wakes { multi.wakeUp() }
  }

  /// Does what there is to do until something is over.
  private nonisolated func turn(until isOver: () -> Bool) {
    inbox.withLock { inbox in
      precondition(!inbox.isRunning, "the loop is running already")
      inbox.isRunning = true
    }
    defer { inbox.withLock { $0.isRunning = false } }
    while true {
      // One errand leads to another: a task goes on where its transfer has ended, and begins the next
      // one. The network is looked at when all is begun, or when it has waited long enough.
      for _ in 0..<Self.mostErrands {
        let errands = inbox.withLock { inbox in
          defer { inbox.errands = [] }
          return inbox.errands
        }
        if errands.isEmpty { break }
        multi.clock.pause { errands.forEach(run) }
        if isOver() { return }
      }
      multi.perform()
      let waits = inbox.withLock { inbox in
        inbox.isWaiting = inbox.errands.isEmpty
        return inbox.isWaiting
      }
      guard waits else { continue }
      multi.poll()
      inbox.withLock { $0.isWaiting = false }
    }
  }

  private nonisolated func run(_ errand: Errand) {
    switch errand {
    case .job(let job):
      job.runSynchronously(
        isolatedTo: asUnownedSerialExecutor(), taskExecutor: asUnownedTaskExecutor())
    case .call(let call): call(multi)
    }
  }

  /// Starts a thread that turns for ever and leaves signals to the others.
  private nonisolated func startThread() {
    var all = sigset_t()
    var old = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &old)
    var thread = pthread_t()
    let status = pthread_create(
      &thread, nil,
      { pointer in
        if let pointer {
          Unmanaged<CurlLoop>.fromOpaque(pointer).takeRetainedValue().turn { false }
        }
        return nil
      }, Unmanaged.passRetained(self).toOpaque())
    pthread_sigmask(SIG_SETMASK, &old, nil)
    precondition(status == 0, "no thread can be started")
    pthread_detach(thread)
  }
}

/// Is raised once, on whatever thread.
private final class Flag: Sendable {
  private let flag = Atomic(false)

  var isRaised: Bool { flag.load(ordering: .acquiring) }

  func raise() { flag.store(true, ordering: .releasing) }
}

/// What a piece of work came to, once it is done.
private final class Outcome<Value: Sendable, Failure: Error>: Sendable {
  private let state = Mutex<Result<Value, Failure>?>(nil)

  var result: Result<Value, Failure>? { state.withLock { $0 } }

  func set(_ result: Result<Value, Failure>) {
    state.withLock { $0 = result }
  }
}
