/// The permits for the rounds of a run: so many are under way at a time in all loops together.
///
/// Whoever runs a loop has a permit already: that of the round in which the loop is run, or that of
/// the run itself. It is lent to the first worker of the loop, so a round that waits for those of an
/// inner loop holds none, and every loop goes on, however few are left. Only further workers take
/// permits of their own, where there are any.
package final class RoundPermits {
  /// The most rounds that are under way in a run.
  package static let most = 256

  /// How many are left.
  private var left: Int

  /// Creates the permits of a run, one of which the run itself has.
  package init(_ most: Int = RoundPermits.most) { left = most - 1 }

  /// Takes a permit; false where none is left.
  func take() -> Bool {
    guard left > 0 else { return false }
    left -= 1
    return true
  }

  /// Gives a permit back.
  func giveBack() { left += 1 }
}
