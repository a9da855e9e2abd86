import APICallBase
import APICallModel
import YAMLTree

/// The failures of the iterations of a loop: the first ones of each kind are shown, the others are
/// counted.
///
/// Two failures are of one kind if they have the same exit status, and concern the same place in the
/// same file.
struct RepeatedFailures {
  static let mostShown = 10

  private struct Kind: Hashable {
    let status: ExitStatus
    let file: String?
    let start: Mark.Position?
  }

  private var counts: [Kind: Int] = [:]
  /// The kinds that were counted, in the order of their first failures, with an example of each.
  private var kinds: [(kind: Kind, example: Message?)] = []
  private(set) var total = 0

  /// Returns whether it is one of the first of its kind, which are shown.
  mutating func add(_ failure: Failure, of step: Step) -> Bool {
    total += 1
    let mark = failure.diagnostics.first?.mark
    // A row of a file is another place each time.
    let isInScript = mark?.source.name == step.mark.source.name
    let kind = Kind(
      status: failure.status, file: mark?.source.name, start: isInScript ? mark?.start : nil)
    let count = counts[kind, default: 0] + 1
    counts[kind] = count
    if count == 1 { kinds.append((kind, failure.diagnostics.first)) }
    return count <= Self.mostShown
  }

  func remarks(of step: Step) -> [Message] {
    kinds.compactMap { kind, example in
      guard let count = counts[kind], count > Self.mostShown, let example else { return nil }
      let more = count - Self.mostShown
      return Message(
        "\(more) more iterations of \(step.title) failed like this: \(example.message)",
        hint: "'--events FILE' writes the messages of all of them"
      ).reported(as: .note)
    }
  }
}
