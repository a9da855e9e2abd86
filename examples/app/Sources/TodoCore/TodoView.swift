/// What shows the to-dos.
@MainActor package protocol TodoView: Sendable {
  /// Shows to-dos.
  func show(_ todos: [Todo])

  /// Shows how far an export is.
  func show(received: Int, of total: Int?)

  /// Shows a text.
  func show(_ text: String)

  /// Shows what is wrong.
  func complain(_ text: String)
}
