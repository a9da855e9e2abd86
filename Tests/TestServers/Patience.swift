import Dispatch
import Glibc

/// How long a test waits for what is certain to come.
///
/// It only ends a test that hangs: no test passes or fails because of it, however slow the machine
/// is. What a test expects is decided by an event.
package let patience = Duration.seconds(180)

/// The pause between two looks at a condition.
private let pause = Duration.milliseconds(2)

/// Waits until a condition holds, on this thread.
///
/// - Parameter holds: the condition, which is looked at again and again.
/// - Returns: whether it held before the ``patience`` ended.
/// - Throws: the error of the condition.
@discardableResult
package func waits<E: Error>(until holds: () throws(E) -> Bool) throws(E) -> Bool {
  let end = ContinuousClock.now + patience
  while try !holds() {
    if ContinuousClock.now >= end { return false }
    usleep(UInt32(pause / .microseconds(1)))
  }
  return true
}

/// Waits until a condition holds, without keeping a thread busy: the shared threads are few, and the
/// work that is waited for may need them.
///
/// - Parameter holds: the condition, which is looked at again and again.
/// - Returns: whether it held before the ``patience`` ended.
@discardableResult
package nonisolated(nonsending) func waits(until holds: () -> Bool) async -> Bool {
  let end = ContinuousClock.now + patience
  while !holds() {
    if ContinuousClock.now >= end { return false }
    try? await Task.sleep(for: pause)
  }
  return true
}

extension DispatchSemaphore {
  /// Waits for a signal; false if none came before the ``patience`` ended.
  @discardableResult
  package func waitsForSignal() -> Bool {
    wait(timeout: .now() + .seconds(Int(patience.components.seconds))) == .success
  }
}
