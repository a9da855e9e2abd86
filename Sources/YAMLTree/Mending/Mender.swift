/// Looks for the change that lets libyaml read past a place where it stopped.
struct Mender {
  /// The most octets of a text that is mended, the most characters of a line, the most changes of
  /// a text and the most trials for one of them: each trial reads the text once more.
  static let limits = (octets: 1 << 15, characters: 1_000, changes: 24, trials: 12)

  private let source: Source

  /// Takes the text as it was read, with the changes made so far.
  init(_ source: Source) { self.source = source }

  /// Finds the first change of a row's repairs that works.
  ///
  /// - Parameter problem: what libyaml said, with its places in this text.
  /// - Returns: the change, the stretch to point at and what is to be said.
  func mend(_ problem: YAMLProblem) -> (change: LineChange, mark: Mark, repair: YAMLRepair)? {
    guard case .syntax(let syntax) = problem.kind, source.octets.count <= Self.limits.octets else {
      return nil
    }
    let repairs = SyntaxWording.repairs(for: syntax)
    guard !repairs.isEmpty else { return nil }
    let places = [problem.mark.start, problem.related?.start].compactMap(\.self)
    var trials = 0
    let stop = places.map(\.line).max() ?? 1
    for repair in repairs {
      for number in lines(around: places, open: syntax.flow) {
        let line = source.scalars(ofLine: number)
        guard line.count <= Self.limits.characters else { continue }
        let place = places.first { $0.line == number }.map { $0.column - 1 }
        let bracket = syntax.flow.flatMap { $0.line < number ? $0.bracket : nil }
        let above = aboveLine(number)
        for mending in repair.changes(of: line, at: place, inside: bracket, below: above) {
          trials += 1
          guard trials <= Self.limits.trials else { return nil }
          let change = LineChange(line: number, range: mending.range, text: mending.text)
          guard reads(change, past: syntax.isAtEnd ? number : max(stop, number), by: repair) else {
            continue
          }
          let mark = Mark(
            source: source,
            start: Mark.Position(line: number, column: mending.marked.lowerBound + 1),
            end: Mark.Position(line: number, column: mending.marked.upperBound + 1))
          let shown = Self.shown(change.apply(to: line), mending.text)
          return (change, mark, YAMLRepair(cause: mending.cause, line: shown))
        }
      }
    }
    return nil
  }

  /// The lines that may be at fault: those libyaml names, then those above, up to the bracket.
  private func lines(around places: [Mark.Position], open flow: OpenFlow?) -> [Int] {
    var lines: [Int] = []
    for place in places where !lines.contains(place.line) { lines.append(place.line) }
    guard let last = places.map(\.line).max() else { return [] }
    let first = max(1, max(last - 20, min(flow?.line ?? last - 1, last - 1)))
    for number in stride(from: last - 1, through: first, by: -1) where !lines.contains(number) {
      lines.append(number)
    }
    return lines
  }

  /// The nearest line above one that is neither empty nor a comment.
  private func aboveLine(_ number: Int) -> [Unicode.Scalar] {
    for above in stride(from: number - 1, through: max(1, number - 20), by: -1) {
      let line = source.scalars(ofLine: above)
      guard let first = line.first(where: { !$0.isBlank }), first != "#" else { continue }
      return line
    }
    return []
  }

  /// Whether libyaml reads the changed text beyond a line; for quotes in brackets and escapes, beyond them, as
  /// the same line may need more of them.
  private func reads(_ change: LineChange, past line: Int, by repair: Repair) -> Bool {
    var text = MendedText(source)
    text.apply(change)
    return text.current.octets.withUnsafeBufferPointer { octets in
      guard let events = EventStream(text, octets: octets) else { return false }
      do throws(YAMLProblem) {
        while true {
          if case .streamEnd = try events.next().kind { return true }
        }
      } catch {
        let place = max(error.mark.start, error.related?.start ?? error.mark.start)
        if place.line > line { return true }
        let end = change.range.lowerBound + change.text.unicodeScalars.count
        return (repair == .quoteInBrackets || repair == .escape) && change.line == line
          && place.line == line
          && place.column > end + 1
      }
    }
  }

  /// The mended line without indentation and remarks; only the mended part of a long one.
  static func shown(_ line: [Unicode.Scalar], _ part: String) -> String {
    let start = line.prefix(while: \.isBlank).count
    let whole = line[start..<max(start, LineParts(line).value.upperBound)]
    return whole.count > 88 ? part : String(String.UnicodeScalarView(whole))
  }
}
