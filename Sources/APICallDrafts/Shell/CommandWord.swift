/// A word of a command line, without its quotes.
struct CommandWord: Sendable {
  /// The text, with the characters of ``ShellGaps`` for unknown values.
  var text: String
  /// Its place in the source, in bytes.
  var range: Range<Int>

  init(_ text: String, at range: Range<Int>) {
    self.text = text
    self.range = range
  }
}

/// A command in a text.
struct CommandText: Sendable {
  var words: [CommandWord] = []
  /// The text that its standard input is in the source; nil if it comes from somewhere else.
  var input: String?
  /// Whether its standard input is the output of the command before it.
  var isPiped = false
  var asides: [String] = []
}

/// What is wrong with a command line.
struct CommandProblem: Error, Sendable {
  var message: String
  /// Its place in the source, in bytes.
  var range: Range<Int>
  var hint: String?

  init(_ message: String, at range: Range<Int>, hint: String? = nil) {
    self.message = message
    self.range = range
    self.hint = hint
  }
}
