import APICallBase
import APICallLanguage
import APICallModel
import APICallSafety
import YAMLTree

extension LoopRun {
  /// Checks that a file of comma-separated values has the columns that the step names: all its rows
  /// have the same ones.
  ///
  /// With `--rows`, an optional input without a column may be misspelt, and is reported.
  func checkColumns(of row: Row) throws(Failure) {
    guard loop.batch == nil, row.failure == nil, let columns = rows.columns else { return }
    let isShown = rows.frame.provenance.secrecy == .open
    var problems: [Message] = []
    step.visitMembers(of: Loop.element, in: source) { name, span in
      guard !columns.contains(name) else { return }
      problems.append(
        Message(
          "there is no column '\(name)' in the rows of \(step.title)", at: span.mark,
          hint: isShown ? Nearest.hint(for: name, among: columns, noun: "columns") : nil))
    }
    if !problems.isEmpty { throw Failure(.badInput, problems.inOrder) }
    guard context.rowRun != nil, isShown else { return }
    let inputs = step.inputs.map(\.name)
    let others = columns.filter { !inputs.contains($0) }
    context.report(
      inputs.filter { !columns.contains($0) }.compactMap { name in
        Nearest.word(to: name, among: others).map { other in
          Message(
            "the column '\(other)' is no input, and the input '\(name)' has no column",
            hint: "without one, each row uses the default value"
          ).reported(as: .warning)
        }
      })
  }
}
