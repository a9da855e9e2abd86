import APICallSafety
import Synchronization

/// The user's answers to whether an output may be stored.
///
/// Each question is asked once in a run, for example in the iterations of a loop.
package final class StoreAnswers: Sendable {
  struct Key: Hashable, Sendable {
    var file: String
    var output: String
    var secret: String
    var origin: Origin
  }

  private let answers = Mutex<[Key: Bool]>([:])

  package init() {}

  subscript(key: Key) -> Bool? {
    get { answers.withLock { $0[key] } }
    set { answers.withLock { $0[key] = newValue } }
  }
}
