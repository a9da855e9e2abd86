/// A word of a command line, without its quotes.
package struct CommandWord: Sendable {
  /// The text, with the characters of ``ShellGaps`` for unknown values.
  package var text: String
  /// Its place in the source, in bytes.
  package var range: Range<Int>

  package init(_ text: String, at range: Range<Int>) {
    self.text = text
    self.range = range
  }
}

/// A command in a text.
package struct CommandText: Sendable {
  package var words: [CommandWord] = []
  /// The text that its standard input is in the source; nil if it comes from somewhere else.
  package var input: String?
  /// Whether its standard input is the output of the command before it.
  package var isPiped = false
  /// What the shell does besides running the command, in words.
  package var asides: [String] = []

  /// Its place in the source, in bytes; 0 for a command without words.
  package var start: Int { words.first?.range.lowerBound ?? 0 }
}

/// What is wrong with a command line.
package struct CommandProblem: Error, Sendable {
  package var message: String
  /// Its place in the source, in bytes.
  package var range: Range<Int>
  package var hint: String?

  package init(_ message: String, at range: Range<Int>, hint: String? = nil) {
    self.message = message
    self.range = range
    self.hint = hint
  }
}
