package import APICallBase

/// A source of the items of a pool.
package protocol PoolSource: AnyObject {
  /// Waits for the next item, and until it may begin.
  ///
  /// Returns the item; nil after the last one. Throws a ``Failure`` that ends the pool after the
  /// items in progress.
  func next(_ index: Int) async throws(Failure) -> (any PoolItem)?

  func stops(after failure: Failure) -> Bool

  /// Whether results are delivered in the order of the items; otherwise as items end.
  var isOrdered: Bool { get }

  /// Whether the output of its items is buffered until it is flushed.
  var holdsOutput: Bool { get }

  func flush() throws(Failure)
}

extension PoolSource {
  package var isOrdered: Bool { true }
}

/// An item of a pool.
package protocol PoolItem: AnyObject {
  func begin()

  /// Returns its failure; nil if it succeeded.
  func perform() async -> Failure?

  /// Notes that all items before it have finished, so that its output may be written. The item
  /// itself may have ended by then.
  ///
  /// Returns a failure that replaces the result of the item; nil for none.
  func takeTurn() -> Failure?

  /// Delivers its result, after it and all items before it have ended.
  func finish(_ failure: Failure?) throws(Failure)
}
