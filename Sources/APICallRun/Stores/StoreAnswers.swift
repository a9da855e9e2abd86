import APICallBase
import Synchronization

/// What the user has answered in a run where asked whether an output may be stored: nobody is asked the
/// same twice, such as in each round of a loop.
package final class StoreAnswers: Sendable {
  /// What was asked.
  struct Key: Hashable, Sendable {
    var file: String
    var output: String
    var secret: String
    var origin: Origin
  }

  private let answers = Mutex<[(key: Key, isAllowed: Bool)]>([])

  package init() {}

  /// What was answered; nil if that was not asked.
  subscript(key: Key) -> Bool? {
    get { answers.withLock { $0.first { $0.key == key }?.isAllowed } }
    set {
      guard let newValue else { return }
      answers.withLock { $0.append((key, newValue)) }
    }
  }
}
