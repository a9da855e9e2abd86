import APICallBase
import APICallSpec

/// The calls that take back what the steps of a script did, kept until the script is over.
final class CleanupList {
  /// The most of them.
  static let limit = 100_000

  /// One call.
  struct Entry {
    let step: Step
    /// The name of the step whose doing it takes back.
    let owner: String
    /// The names as they were when that step had succeeded.
    let scope: Scope
  }

  private var entries: [Entry] = []

  /// How many there are.
  var count: Int { entries.count }

  /// Tells whether there is room for another one.
  ///
  /// - Throws: a ``Failure`` where there is not.
  func checkRoom() throws(Failure) {
    guard entries.count >= Self.limit else { return }
    throw Failure(
      .other, "more than \(Self.limit) cleanups wait for the end of the script",
      hint: "let a script of its own do it for a part of them: its cleanups are made when it ends")
  }

  /// Keeps a call.
  ///
  /// - Parameters:
  ///   - cleanup: what is called.
  ///   - step: the step, which has succeeded.
  ///   - scope: the names at this time, those of the step itself among them.
  func add(_ cleanup: Cleanup, of step: Step, in scope: Scope) {
    entries.append(Entry(step: cleanup.step, owner: step.name, scope: scope))
  }

  /// The steps whose doing is left as it is, the last one first, in words.
  ///
  /// - Parameter entry: one that has been taken, and not been done.
  /// - Returns: the first of them by name, and how many others there are.
  func words(with entry: Entry) -> String {
    let owners = [entry.owner] + entries.reversed().prefix(7).map(\.owner)
    let names = owners.map { "'\($0)'" }.joined(separator: ", ")
    let more = entries.count + 1 - owners.count
    return more > 0 ? "\(names) and \(more) more" : names
  }

  /// Takes the one that was kept last.
  func takeLast() -> Entry? { entries.popLast() }
}
