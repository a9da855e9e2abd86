import Synchronization

/// The number of a call, unique in the process.
public struct CallID: Sendable, Hashable, CustomStringConvertible {
  private static let last = Atomic<UInt64>(0)
  private let number: UInt64

  static func next() -> CallID { CallID(number: last.add(1, ordering: .relaxed).newValue) }

  /// The number in decimal digits.
  public var description: String { String(number) }
}
