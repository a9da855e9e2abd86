import APICallBase
import YAMLTree

/// The problems that are found before anything is sent.
struct ForeseenProblems {
  private struct Problem {
    let status: ExitStatus
    let diagnostic: Message
    /// Whether a value would be sent where it may not go; a file cannot allow that.
    let isRefusal: Bool
  }

  private var problems: [Problem] = []
  /// The steps and needs that lead to the current call, the outermost first.
  private var trail: [Message.Note] = []

  var count: Int { problems.count }

  mutating func enter(_ title: String, at mark: Mark) {
    trail.append(Message.Note(title, at: mark))
  }

  mutating func leave() { trail.removeLast() }

  /// Adds the problems of a failure, with the steps that lead to them; a problem that is known
  /// already is not added again.
  mutating func add(_ failure: Failure, isRefusal: Bool = false) {
    let failure = failure.withOwnStatus
    for var diagnostic in failure.diagnostics {
      diagnostic.notes += trail.reversed()
      let isKnown = problems.contains {
        $0.diagnostic.mark?.start == diagnostic.mark?.start
          && $0.diagnostic.message == diagnostic.message
      }
      if !isKnown {
        problems.append(
          Problem(status: failure.status, diagnostic: diagnostic, isRefusal: isRefusal))
      }
    }
  }

  mutating func add(failureOf body: () throws(Failure) -> Void) {
    do throws(Failure) { try body() } catch { add(error) }
  }

  mutating func removeAll(after count: Int) { problems.removeSubrange(count...) }

  /// Removes invalid values and missing secrets, except those of the first problems; refusals stay.
  mutating func removeErrors(after count: Int) {
    problems.replaceSubrange(count..., with: problems[count...].filter(\.isRefusal))
  }

  /// Throws all problems, with their common status, or else with 65.
  func finish() throws(Failure) {
    guard let first = problems.first else { return }
    let isOne = problems.allSatisfy { $0.status == first.status }
    throw Failure(isOne ? first.status : .badInput, problems.map(\.diagnostic).inOrder)
  }
}
