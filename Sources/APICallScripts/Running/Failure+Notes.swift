import APICallBase
import APICallLanguage
import APICallModel
import YAMLTree

extension Failure {
  /// The failure without hints about options, which cannot change the requests of a script.
  private var withoutOptions: Failure { Failure(status, diagnostics.map(\.withoutOptions)) }

  /// The failure with a note on its place.
  func noting(_ words: String, at mark: Mark) -> Failure {
    changingFirst { $0.notes.append(Message.Note(words, at: mark)) }
  }

  /// The failure with its first diagnostic changed.
  func changingFirst(_ change: (inout Message) -> Void) -> Failure {
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

extension Step {
  func uses(_ name: String, of source: Source) -> Bool {
    var isUsed = false
    visitNames(of: source) { if $0.name == name { isUsed = true } }
    return isUsed
  }
}

extension Failure {
  func noting(_ row: Row, of file: String?) -> Failure {
    guard let file, let line = row.line else { return self }
    let place = Mark.Position(line: line, column: 1)
    return noting("for this row", at: Mark(source: Source(name: file, text: ""), start: place))
  }
}
