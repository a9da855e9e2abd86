import TodoCore

/// Shows to-dos as lines of a terminal.
@MainActor package final class TerminalView: TodoView {
  /// Creates a view.
  package init() {}

  package func show(_ todos: [Todo]) {
    for todo in todos { print("\(todo.isDone ? "[x]" : "[ ]") \(todo.id) \(todo.title)") }
  }

  package func show(received: Int, of total: Int?) {
    guard received > 0 else { return }
    print(total.map { "\(received) of \($0) bytes" } ?? "\(received) bytes")
  }

  package func show(_ text: String) {
    print(text, terminator: text.hasSuffix("\n") ? "" : "\n")
  }

  package func complain(_ text: String) { print("error: \(text)") }
}
