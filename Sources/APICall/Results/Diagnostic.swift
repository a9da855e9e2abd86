import APICallBase

/// What is wrong, where, and what to do about it; secrets are masked.
public struct Diagnostic: Sendable, CustomStringConvertible {
  /// What is wrong, with the value in question.
  public let message: String
  /// What to do about it; nil if there is nothing to suggest.
  public let hint: String?
  /// The file with the problem; nil if it is not in a file.
  public let file: String?
  /// The line in the file, or in the body that was decoded, counted from 1.
  public let line: Int?
  /// The column in the line, counted from 1 in Unicode scalars.
  public let column: Int?
  /// The name of the input that it is about; nil if it is not about one.
  public let input: String?
  /// The whole message as the command line prints it: with the line and a caret below it.
  public let description: String

  init(_ diagnostic: Message) { self.init(diagnostic, isInFile: true) }

  init(_ diagnostic: Message, isInFile: Bool) {
    // No option of a command line applies here.
    var diagnostic = diagnostic.withoutOptions
    if let hint = diagnostic.hintInProgram { diagnostic.hint = hint }
    let place = diagnostic.place
    message = diagnostic.words
    hint = diagnostic.hint
    input = diagnostic.input
    file = isInFile ? place?.file : nil
    line = place?.line
    column = place?.column
    var text = diagnostic.text[...]
    if text.hasSuffix("\n") { text.removeLast() }
    // The name of the command-line tool does not belong in another program.
    let tool = "apicall: "
    description = String(text.hasPrefix(tool) ? text.dropFirst(tool.count) : text)
  }

  /// Creates a diagnostic, for the errors of a program's own requester.
  ///
  /// - Parameters:
  ///   - message: what is wrong: lower case, no full stop, no secrets.
  ///   - hint: what to do about it; nil for nothing.
  public init(_ message: String, hint: String? = nil) {
    self.init(Message(message, hint: hint))
  }
}
