/// Corrects the line at which libyaml stopped: with a space after the colon of a key, or with
/// quotes around the texts that need them.
struct LineRepair {
  /// The largest number of bytes in a text and characters in a line: each attempt reads the text
  /// again.
  static let limits = (bytes: 1 << 15, characters: 1_000)

  private var line: [Unicode.Scalar]
  private var part: String
  private var cause: YAMLRepair.Cause
  private var marked: Range<Int>

  /// Finds the corrected line, in at most nine attempts.
  ///
  /// Returns the problem with the corrected line, if libyaml reads past it; otherwise the problem
  /// unchanged.
  static func repaired(_ problem: YAMLProblem) -> YAMLProblem {
    let source = problem.mark.source
    guard case .syntax(var syntax) = problem.kind, source.bytes.count <= limits.bytes else {
      return problem
    }
    let places = [problem.mark.start, problem.related?.start].compactMap(\.self)
    let last = places.map(\.line).max() ?? 1
    var tried: Set<Int> = []
    for number in places.map(\.line) + [last - 1] where tried.insert(number).inserted {
      let line = source.scalars(ofLine: number)
      guard line.count <= limits.characters else { continue }
      let place = places.first { $0.line == number }.map { $0.column - 1 }
      let bracket = syntax.flow.flatMap { $0.line < number ? $0.bracket : nil }
      let end = syntax.isAtEnd && place != nil ? number : max(last, number)
      for found in candidates(for: LineText(line), at: place, inside: bracket)
      where found.reads(in: source, at: number, past: end) {
        syntax.repair = YAMLRepair(cause: found.cause, line: found.shown)
        let start = Mark.Position(line: number, column: found.marked.lowerBound + 1)
        let end = Mark.Position(line: number, column: found.marked.upperBound + 1)
        return YAMLProblem(.syntax(syntax), at: Mark(source: source, start: start, end: end))
      }
    }
    return problem
  }

  /// Returns whether libyaml reads the text past a given line when this line replaces the old one.
  private func reads(in source: Source, at number: Int, past last: Int) -> Bool {
    guard let old = source.byteRange(ofLine: number) else { return false }
    let bytes =
      source.bytes[..<old.lowerBound] + String(String.UnicodeScalarView(line)).utf8
      + source.bytes[old.upperBound...]
    let text = Source(name: source.name, bytes: Array(bytes))
    do throws(YAMLProblem) {
      let events = try YAMLEventStream(text)
      while true {
        if case .streamEnd = try events.next().kind { return true }
      }
    } catch {
      return max(error.mark.start, error.related?.start ?? error.mark.start).line > last
    }
  }

  /// The line without indentation and comments; only the new part if the line is long.
  private var shown: String {
    let start = line.prefix(while: \.isBlank).count
    let whole = line[start..<max(start, LineText(line).value.upperBound)]
    return whole.count > 88 ? part : String(String.UnicodeScalarView(whole))
  }

  /// Returns candidates for the corrected line, the likeliest first.
  private static func candidates(
    for text: LineText, at place: Int?, inside bracket: Unicode.Scalar?
  ) -> [LineRepair] {
    let ways = [
      spaced(text, at: place), quotedInBrackets(text, at: place, inside: bracket),
      bracket == nil ? quotedValue(text) : nil,
    ]
    return ways.compactMap(\.self)
  }

  /// Adds a space after the colon at the place, or after that of the word there or of the first
  /// word.
  private static func spaced(_ text: LineText, at place: Int?) -> LineRepair? {
    let line = text.line
    let starts = [place, text.key == nil ? text.start : nil].compactMap(\.self)
    for start in starts where start < line.count {
      let isWord = { (character: Unicode.Scalar) in
        character.properties.isAlphabetic || character.properties.numericType != nil
          || character == "_" || character == "-"
      }
      let colon = start + line[start...].prefix(while: isWord).count
      guard colon > start || start == place, colon + 1 < line.count, line[colon] == ":",
        !line[colon + 1].isBlank, !line[(colon + 1)...].starts(with: "//".unicodeScalars)
      else { continue }
      return LineRepair(
        line: line[...colon] + [" "] + line[(colon + 1)...], part: ": ", cause: .space,
        marked: colon..<colon + 1)
    }
    return nil
  }

  private static func quotedInBrackets(
    _ text: LineText, at place: Int?, inside bracket: Unicode.Scalar?
  ) -> LineRepair? {
    var line = text.line
    let start = bracket == nil ? text.value.lowerBound : line.prefix(while: \.isBlank).count
    guard bracket != nil || start < line.count && "{[".unicodeScalars.contains(line[start]) else {
      return nil
    }
    let doubtful = FlowText(line, from: start, inside: bracket).texts.compactMap { text in
      NeedOfQuotes(in: Array(line[text.range]), inside: text.bracket).map { (text.range, $0) }
    }.filter { $0.1 != .begins("!") }
    // The comment that hides the rest, or the one where libyaml stopped, or the one before it.
    let before = doubtful.prefix { $0.0.lowerBound <= place ?? .max }
    guard let told = before.first(where: \.1.isComment) ?? before.last ?? doubtful.first,
      !doubtful.contains(where: { lacksComma(Array(line[$0.0]), $0.1) })
    else { return nil }
    var part = ""
    for (range, need) in doubtful.reversed() {
      let quoted = quoted(Array(line[range]), need)
      if range == told.0 { part = quoted }
      line.replaceSubrange(range, with: quoted.unicodeScalars)
    }
    return LineRepair(
      line: line, part: part, cause: .quotes(told.1), marked: told.1.place(in: told.0))
  }

  /// Returns whether a number, or true or false, precedes a key: then a comma is missing.
  private static func lacksComma(_ text: [Unicode.Scalar], _ need: NeedOfQuotes) -> Bool {
    guard case .holds(": ", inside: nil) = need else { return false }
    let first = String(String.UnicodeScalarView(text.prefix { !$0.isBlank }))
    return CoreSchema.kind(of: first) != .text
  }

  private static func quotedValue(_ parts: LineText) -> LineRepair? {
    let (line, value) = (parts.line, parts.value)
    let text = Array(line[value])
    guard let first = text.first, first != "!", first != "%" || value.lowerBound > 0,
      first != "-" || text.dropFirst().first != " ",
      let need = NeedOfQuotes(in: text, inside: nil)
    else { return nil }
    // A value that is closed at its end is complete, and one that is not closed has another
    // mistake.
    if "\"'".unicodeScalars.contains(first) {
      let end = Quoting.end(ofQuoteAt: value.lowerBound, in: line)
      guard let end, end < value.upperBound else { return nil }
    }
    if "{[".unicodeScalars.contains(first) {
      let end = FlowText(line, from: value.lowerBound).end
      guard let end, end < value.upperBound, !"}]".unicodeScalars.contains(line[end]) else {
        return nil
      }
    }
    let part = quoted(text, need)
    return LineRepair(
      line: line[..<value.lowerBound] + Array(part.unicodeScalars) + line[value.upperBound...],
      part: part, cause: .quotes(need), marked: need.place(in: value))
  }

  private static func quoted(_ text: [Unicode.Scalar], _ need: NeedOfQuotes) -> String {
    let isQuoted = need == .begins("'") || need == .begins("\"")
    return Quoting.quoted(isQuoted ? Quoting.stripped(text) : text)
  }
}
