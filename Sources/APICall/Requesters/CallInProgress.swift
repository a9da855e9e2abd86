import Synchronization

/// A call in progress, as the program's own stages see it.
final class CallInProgress: Sendable {
  /// The call for which code of the program runs; nil in other code.
  @TaskLocal static var current: CallInProgress?

  let id: CallID
  let client: ObjectIdentifier
  /// The error that code of the program threw, as it was thrown.
  let thrown = Mutex<RequestError?>(nil)

  init(_ id: CallID, of client: ObjectIdentifier) {
    self.id = id
    self.client = client
  }
}
