import APICallBase
import APICallRun
import APICallSpec
import YAMLTree

/// One round of a step that is run several times.
struct Round {
  /// Its place among all of them, counted from 0.
  let index: Int
  /// What it is run for.
  let row: Row
  /// Keeps what it prints until its turn comes.
  let output: any HeldOutput
  /// Keeps what it has to tell.
  let errors: any HeldOutput

  /// The number of the round as people count.
  var number: Int { index + 1 }
}

/// How a round ended.
enum RoundOutcome {
  /// It left this; nil where it was skipped.
  case done(ScopeRecord?)
  case failed(Failure)

  /// What is told of it.
  var state: RoundState {
    switch self {
    case .done(let record): record == nil ? .skipped : .done
    case .failed: .failed
    }
  }
}

extension Failure {
  /// The failure with a note of the row that a round was run for.
  func noting(_ row: Row, of file: String?) -> Failure {
    guard let file, let line = row.line, var first = diagnostics.first else { return self }
    let place = Mark.Position(line: line, column: 1)
    first.notes.append(
      Diagnostic.Note("for this row", at: Mark(source: Source(name: file, text: ""), start: place)))
    return Failure(status, [first] + diagnostics.dropFirst())
  }
}
