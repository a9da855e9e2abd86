import Synchronization

/// What one run has done with secrets: what its requests held of them, and the files that its responses
/// were saved in.
package final class SecretTrail: Sendable {
  struct Notes {
    var sent = Sent()
    var saved = Saved()
  }

  // Its dictionaries cost more than all else here: a run without secrets, which saves nothing, makes none.
  let notes = Mutex<Notes?>(nil)
  private let variables = Atomic(false)

  package init() {}

  /// Whether a file has read a variable of the environment because it is trusted.
  package var hasReadVariables: Bool { variables.load(ordering: .relaxed) }

  /// Notes that a file has read a variable of the environment because it is trusted.
  package func noteVariable() { variables.store(true, ordering: .relaxed) }

  /// Changes the notes.
  func note(_ change: (inout Notes) -> Void) {
    notes.withLock { notes in
      var new = notes ?? Notes()
      change(&new)
      notes = new
    }
  }
}
