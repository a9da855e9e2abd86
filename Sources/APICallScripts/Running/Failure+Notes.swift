import APICallBase
import APICallModel
import YAMLTree

extension Failure {
  /// The failure without hints about options, which cannot change the requests of a script.
  private var withoutOptions: Failure { Failure(status, diagnostics.map(\.withoutOptions)) }

  /// The failure with a note on its place.
  func noting(_ words: String, at mark: Mark) -> Failure {
    changingFirst { $0.notes.append(Diagnostic.Note(words, at: mark)) }
  }

  /// The failure with its first diagnostic changed.
  func changingFirst(_ change: (inout Diagnostic) -> Void) -> Failure {
    guard var first = diagnostics.first else { return self }
    change(&first)
    return Failure(status, [first] + diagnostics.dropFirst())
  }

  /// The failure with a note that names its step and iteration.
  func noting(_ step: Step, _ iteration: Int? = nil) -> Failure {
    let part = iteration.map { "iteration \($0) of " } ?? ""
    return withoutOptions.noting("in \(part)\(step.title)", at: step.mark)
  }
}
