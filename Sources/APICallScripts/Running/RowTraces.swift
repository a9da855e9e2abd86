import APICallBase
import APICallContracts
import APICallHTTP
import APICallResponses

/// What the calls of each iteration in progress came to: the status of the last response, and the
/// number of attempts.
final class RowTraces {
  /// The number of loops around the loop.
  private let depth = World.iterations.count
  private var traces: [Int: RowTrace] = [:]

  /// The same context, in which every call of an iteration is noted.
  func observing(_ context: RunContext) -> RunContext {
    context.changed { changed in
      changed.observers = { [observers = context.observers] place, errors in
        observers(place, errors) + [self.trace(of: World.iterations)].compactMap { $0 }
      }
    }
  }

  private func trace(of iterations: [Int]) -> RowTrace? {
    guard iterations.count > depth else { return nil }
    let number = iterations[depth]
    if let trace = traces[number] { return trace }
    let trace = RowTrace()
    traces[number] = trace
    return trace
  }

  /// The trace of an iteration in progress; nil if it made no call.
  func trace(of number: Int) -> RowTrace? { traces[number] }

  /// Returns the trace of an iteration that has ended; nil if it made no call.
  func take(_ number: Int) -> RowTrace? { traces.removeValue(forKey: number) }
}

/// What the calls of an iteration came to.
final class RowTrace: RunObserver {
  /// The status of the last response; nil if there was none.
  private(set) var status: Int?
  private(set) var attempts = 0

  func observe(_ event: RunEvent) {
    switch event {
    case .sending: attempts += 1
    case .continuing(let exchange):
      if case .retry = exchange.reason { attempts += 1 }
      if case .credentials = exchange.reason { return }
      status = nil
    case .answered(let head): status = head.status
    default: break
    }
  }
}
