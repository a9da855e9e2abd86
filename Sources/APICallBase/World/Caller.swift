/// The person or the script that runs the program, as far as the values of inputs come from there.
package protocol Caller: Sendable {
  /// A variable of the environment.
  ///
  /// - Parameter name: the variable's name.
  /// - Returns: its value; nil where it is not set.
  func variable(_ name: String) -> String?

  /// Reads standard input to its end.
  ///
  /// - Parameter limit: the most octets to read.
  /// - Returns: the octets.
  /// - Throws: why it cannot be read; ``FileError/tooLarge(limit:)`` past the limit.
  func standardInput(limit: Int) throws(FileError) -> [UInt8]

  /// Finds the folder that the user has approved of, and that makes a folder trusted: apicall(1),
  /// `trust`.
  ///
  /// - Parameter folder: a canonical path.
  /// - Returns: the folder itself, or the nearest one above it; nil where it is not trusted.
  func trustedFolder(covering folder: String) -> String?

  /// Why nobody can tell which folders the user has approved of, and what to do about that; nil where
  /// that is known.
  var trustProblem: String? { get }

  /// Asks the user, on a terminal.
  ///
  /// - Parameter question: what is asked.
  /// - Returns: the answer, or why there is none.
  func answer(to question: Question) -> Answer
}

extension Caller {
  /// Tells whether the user has approved of a folder, or of one above it.
  ///
  /// - Parameter folder: a canonical path.
  /// - Returns: whether files in it may name variables of the environment to be read.
  package func trusts(_ folder: String) -> Bool { trustedFolder(covering: folder) != nil }

  /// It is known.
  package var trustProblem: String? { nil }
}

/// A question to the user.
package struct Question: Sendable, Hashable {
  /// The question, on one line and without a colon behind it.
  package var text: String
  /// What was wrong with the answer before, on lines of their own; nil at first.
  package var remark: String?
  /// Whether the answer is not to be seen while it is typed.
  package var isSecret: Bool

  /// Creates a question.
  ///
  /// - Parameters:
  ///   - text: the question, on one line and without a colon behind it.
  ///   - remark: what was wrong with the answer before; nil at first.
  ///   - isSecret: whether the answer is not to be seen while it is typed.
  package init(_ text: String, remark: String? = nil, isSecret: Bool = false) {
    self.text = text
    self.remark = remark
    self.isSecret = isSecret
  }
}

/// What came of a question.
package enum Answer: Sendable, Hashable {
  /// A line of text, without its line break; it may be empty.
  case text(String)
  /// The end of input, or nothing for too long.
  case nothing
  /// There is no terminal to ask on.
  case noTerminal
  /// A signal that ends the program came instead.
  case interrupted
}

/// Nobody: no variables, no standard input, no approvals and no answers.
package struct NoCaller: Caller {
  /// Creates nobody.
  package init() {}

  /// No variable is set.
  package func variable(_ name: String) -> String? { nil }

  /// There is no standard input.
  package func standardInput(limit: Int) throws(FileError) -> [UInt8] { throw .notFound }

  /// No folder is approved of.
  package func trustedFolder(covering folder: String) -> String? { nil }

  /// There is no terminal.
  package func answer(to question: Question) -> Answer { .noTerminal }
}
