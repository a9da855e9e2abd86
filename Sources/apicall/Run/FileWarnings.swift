import APICallBase
import APICallModel
import APICallRequests
import YAMLTree

/// The warnings of a run about its files and its inputs, which it can do nothing about.
struct FileWarnings {
  /// The most texts that a run reports; a check reports all.
  private static let most = 10

  private let files: [Runnable]

  init(of found: RunFiles.Found) {
    switch found {
    case .script(let script): files = [.script(script)]
    case .calls(let endpoints): files = endpoints.distinct.map { .endpoint($0) }
    }
  }

  /// The warnings: of each text that looks like a placeholder, of inputs that nothing uses, and of
  /// variables that may not be read.
  ///
  /// The columns of rows give inputs, too: without `sources`, there is nothing about variables.
  ///
  /// Returns each warning once.
  func all(
    given inputs: [InputResolver.Assignment], _ sources: InputSources?, in world: World
  ) -> [Message] {
    let unread = files.flatMap { file -> [Message] in
      guard var sources else { return [] }
      sources.profileInputs += (try? file.head.profileInputs()) ?? []
      return InputResolver(file.head, from: sources)
        .warningsOfUnreadVariables(besides: inputs, in: world)
    }
    return unused(of: inputs) + unread.withoutRepetitions + texts
  }

  private var texts: [Message] {
    let found = files.flatMap(\.doubtfulTexts).withoutRepetitions
    guard found.count > Self.most else { return found }
    let rest = Message(
      "\(found.count - Self.most) more texts look like placeholders",
      hint: "'apicall check' lists all of them"
    ).reported(as: .warning)
    return found.prefix(Self.most) + [rest]
  }

  private func unused(of inputs: [InputResolver.Assignment]) -> [Message] {
    inputs.compactMap { given in
      let takers = files.filter { $0.head.input(named: given.name) != nil }
      guard let input = takers.first?.head.input(named: given.name),
        !takers.contains(where: { $0.usedNames.contains(given.name) })
      else { return nil }
      return Message(
        "the input '\(input.name)' is given, but nothing uses it", at: input.mark
      ).reported(as: .warning)
    }.withoutRepetitions
  }
}

extension [Message] {
  /// The diagnostics without those that an earlier one repeats: a file may be read for each of its
  /// calls.
  var withoutRepetitions: [Message] {
    guard count > 1 else { return self }
    var known: Set<String> = []
    return filter { diagnostic in
      let mark = diagnostic.mark
      let start = mark.map { "\($0.source.name):\($0.start.line):\($0.start.column):" } ?? ""
      return known.insert(start + diagnostic.message).inserted
    }
  }
}
