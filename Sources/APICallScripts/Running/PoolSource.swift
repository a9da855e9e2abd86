package import APICallBase

/// Where a pool gets what it does.
package protocol PoolSource: AnyObject {
  /// Waits for the next item, and until it may begin.
  ///
  /// - Parameter index: its place among all of them, counted from 0.
  /// - Returns: the item; nil where there is none left.
  /// - Throws: a ``Failure`` that ends the whole; what has begun ends first.
  func next(_ index: Int) async throws(Failure) -> (any PoolItem)?

  /// Whether nothing begins after an item that failed.
  func stops(after failure: Failure) -> Bool

  /// Whether what its items leave is held until it is flushed.
  var holdsOutput: Bool { get }

  /// Sees to it that all that was written can be read.
  func flush() throws(Failure)
}

/// One of the things that a pool does.
package protocol PoolItem: AnyObject {
  /// Takes note that it begins.
  func begin()

  /// Does it.
  ///
  /// - Returns: why it failed; nil where it did not.
  func perform() async -> Failure?

  /// Takes note that all before it are over: what it writes may be seen. It may have ended by then.
  ///
  /// - Returns: why it fails, whatever it does from now on; nil where it does not.
  func takeTurn() -> Failure?

  /// Leaves what came of it, once it is over and all before it are.
  ///
  /// - Parameter failure: why it failed; nil where it did not.
  /// - Throws: a ``Failure`` that ends the whole.
  func finish(_ failure: Failure?) throws(Failure)
}
