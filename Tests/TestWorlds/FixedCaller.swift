package import APICallBase
import Synchronization

/// A caller with these variables, this standard input and these answers.
package final class FixedCaller: Caller {
  private let variables: [String: String]
  private let input: [UInt8]?
  private let trusted: TrustedFolders
  private let answers: Mutex<[Answer]>
  private let questions = Mutex<[Question]>([])

  package init(
    _ variables: [String: String] = [:], input: String? = nil, trusting folders: [String] = [],
    answers: [Answer] = []
  ) {
    self.variables = variables
    self.input = input.map { Array($0.utf8) }
    trusted = TrustedFolders(Array(folders.joined(separator: "\n").utf8))
    self.answers = Mutex(answers)
  }

  /// The questions so far.
  package var asked: [Question] { questions.withLock { $0 } }

  package func variable(_ name: String) -> String? { variables[name] }

  package func standardInput(limit: Int) throws(FileError) -> [UInt8] {
    guard let input else { throw .other("bad file descriptor") }
    guard input.count <= limit else { throw .tooLarge(limit: limit) }
    return input
  }

  package func trustedFolder(covering folder: String) -> String? { trusted.path(covering: folder) }

  package var canAnswer: Bool { answers.withLock { !$0.isEmpty } }

  package func answer(to question: Question) -> Answer {
    questions.withLock { $0.append(question) }
    return answers.withLock { $0.isEmpty ? .noTerminal : $0.removeFirst() }
  }
}
