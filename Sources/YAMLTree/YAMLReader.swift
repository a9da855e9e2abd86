/// Reads YAML 1.2 into a tree whose nodes know their places.
///
/// ```swift
/// let reading = YAMLReader().read(Source(name: "login.yaml", text: "method: POST"))
/// reading.root?["method"]?.scalar?.text  // "POST"
/// ```
///
/// A file is one document in UTF-8. Unknown tags, merge keys, repeated keys and keys that are not
/// text are problems, never guesses. Where the text is not YAML, the reader tries what a person
/// may have meant; a change after which libyaml reads on is told, and what follows is read too.
package struct YAMLReader: Sendable {
  /// How much a file may ask for.
  package var limits: YAMLLimits
  /// The tags that nodes may have, such as `!raw`; every other one is a problem.
  package var tags: [String]

  /// Creates a reader.
  ///
  /// - Parameters:
  ///   - limits: how much a file may ask for.
  ///   - tags: the tags that nodes may have.
  package init(limits: YAMLLimits = .standard, tags: [String] = []) {
    self.limits = limits
    self.tags = tags
  }

  /// Reads a text.
  ///
  /// - Parameter source: the text; every mark in the tree points at it.
  /// - Returns: the tree and the problems.
  package func read(_ source: Source) -> YAMLReading {
    do throws(YAMLProblem) {
      try TextCheck.check(source, limits: limits)
    } catch {
      return YAMLReading(root: nil, problems: [error])
    }
    guard !source.octets.isEmpty else { return YAMLReading(root: nil) }
    var text = MendedText(source)
    var mended: [(problem: YAMLProblem, repair: YAMLRepair, change: LineChange)] = []
    var hopeless: Set<Mark.Position> = []
    while true {
      let pass = read(text)
      var problems: [YAMLProblem] = []
      var isChanged = false
      for problem in pass.syntax {
        let place = text.original(problem.mark).start
        guard !hopeless.contains(place), mended.count < Mender.limits.changes,
          let found = Mender(text.current).mend(problem)
        else {
          hopeless.insert(place)
          problems.append(problem.moved(to: text))
          continue
        }
        let told = problem.repaired(found.repair, at: text.original(found.mark))
        guard found.repair.isCertain else {
          problems.append(told)
          continue
        }
        mended.append((told, found.repair, found.change))
        text.apply(found.change)
        isChanged = true
        break
      }
      if isChanged { continue }
      // A line that needs several changes is shown with all of them.
      let told = mended.map { problem, repair, change in
        var repair = repair
        if mended.count(where: { $0.change.line == change.line }) > 1 {
          repair.line = Mender.shown(
            text.current.scalars(ofLine: change.line), change.text)
        }
        return problem.repaired(repair, at: problem.mark)
      }
      return YAMLReading(root: pass.root, problems: told + pass.problems + problems)
    }
  }

  /// What one reading of a text gives.
  private struct Pass {
    var root: Node?
    /// Problems with their places in the original text.
    var problems: [YAMLProblem]
    /// What may be mended, with its places in the text that was read.
    var syntax: [YAMLProblem]
  }

  private func read(_ text: MendedText) -> Pass {
    text.current.octets.withUnsafeBufferPointer { octets in
      guard let events = EventStream(text, octets: octets) else {
        let start = Mark.Position(line: 1, column: 1)
        let problem = YAMLProblem.syntax("there is no memory left", in: text.current, at: start)
        return Pass(root: nil, problems: [], syntax: [problem])
      }
      var builder = TreeBuilder(events, text: text, limits: limits, tags: tags)
      do throws(YAMLProblem) {
        let root = try builder.readDocument()
        return Pass(root: root, problems: builder.problems, syntax: builder.suspicions.found)
      } catch {
        guard case .syntax = error.kind else {
          return Pass(root: nil, problems: builder.problems + [error], syntax: [])
        }
        return Pass(
          root: nil, problems: builder.problems, syntax: builder.suspicions.found + [error])
      }
    }
  }
}
