package import YAMLTree

/// When a step is called again: `poll:`.
package struct PollRule: Sendable {
  /// The place of `poll`.
  package var mark: Mark
  /// What the answer is like that ends the polling well.
  package var until = Expectation()
  /// What an answer is like that will never become that one; nil where nothing says so.
  package var fail: Expectation?
  /// How long to wait before the second call.
  package var every: Duration = .seconds(1)
  /// By what each pause is longer than the one before; 1 keeps them alike.
  package var backoff: Double = 1
  /// How long the polling may take.
  package var limit: Duration = .seconds(300)

  package init(at mark: Mark) { self.mark = mark }
}
