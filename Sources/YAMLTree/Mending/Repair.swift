/// A way to mend a line, to be tried where libyaml stops.
enum Repair: Sendable, Equatable {
  /// Quotes around the texts in brackets that cannot stand there without them.
  case quoteInBrackets
  /// Quotes around a whole value.
  case quoteValue
  /// Quotes around the key of a line.
  case quoteKey
  /// A space behind the colon of a key.
  case spaceBehindColon
  /// A colon between the first word of a line and the rest.
  case insertColon
  /// A space behind a tag in front of a bracket.
  case spaceBehindTag
  /// The brackets that are missing at the end of a line.
  case closeBrackets
  /// The quote that is missing at the end of a line.
  case closeQuote
  /// One closing bracket less at the end of a line.
  case dropBracket
  /// Single quotes, or twice the backslash.
  case escape
  /// The columns in which the line above begins.
  case indent

  /// The changes that the repair could be on one line, the likeliest first.
  ///
  /// - Parameters:
  ///   - line: the line.
  ///   - place: where libyaml stopped, or its context, if that is on this line.
  ///   - bracket: the bracket that is open where the line begins.
  ///   - above: the nearest line above it that says something.
  /// - Returns: the changes to try.
  func changes(
    of line: [Unicode.Scalar], at place: Int?, inside bracket: Unicode.Scalar?,
    below above: [Unicode.Scalar]
  ) -> [Mending] {
    let parts = LineParts(line)
    switch self {
    case .quoteInBrackets: return Self.quotedAtoms(of: parts, at: place, inside: bracket)
    case .quoteValue: return bracket == nil ? Self.quotedValue(of: parts) : []
    case .quoteKey:
      let key = parts.key ?? parts.value
      let text = Array(line[key])
      return [Mending(key, Quoting.quoted(text), .quotes(.begins(text.first ?? " ")))]
    case .spaceBehindColon:
      if let place, place < line.count, line[place] == ":" {
        return [Mending(place..<place + 1, ": ", .space)]
      }
      let starts = [place, parts.key == nil ? parts.start : nil].compactMap(\.self)
      return starts.compactMap { Self.tightColon(in: line, from: $0) }
        .map { Mending($0..<$0 + 1, ": ", .space) }
    case .insertColon: return Self.colon(in: parts)
    case .spaceBehindTag:
      guard let place, place < line.count, "}],".unicodeScalars.contains(line[place]) else {
        return []
      }
      return [Mending(place..<place + 1, " \(line[place])", .spaceBehindTag)]
    case .closeBrackets:
      let start = bracket == nil ? parts.value.lowerBound : parts.start
      guard bracket != nil || start < line.count && "{[".unicodeScalars.contains(line[start]) else {
        return []
      }
      let unclosed = FlowText(line, from: start, inside: bracket).unclosed
      let closers = unclosed.reversed().map { $0 == "{" ? "}" : "]" }.joined()
      let end = parts.value.upperBound
      // A line that goes on below is not to be closed.
      guard end > start, !"{[,".unicodeScalars.contains(line[end - 1]) else { return [] }
      return [Mending(end..<end, closers, .closer(closers))]
    case .closeQuote:
      guard let first = parts.valueText.first, first == "\"" || first == "'",
        Quoting.end(ofQuoteAt: parts.value.lowerBound, in: line) == nil
      else { return [] }
      let end = parts.value.upperBound
      return [Mending(end..<end, String(first), .closer(String(first)))]
    case .dropBracket:
      guard let end = FlowText(line, from: parts.value.lowerBound).end, end + 1 == line.count,
        "}]".unicodeScalars.contains(line[end])
      else { return [] }
      return [Mending(end..<end + 1, "", .surplus(String(line[end])))]
    case .escape: return Self.escape(in: line, at: place)
    case .indent:
      let blanks = line.prefix(while: \.isBlank).count
      let outer = above.prefix(while: \.isBlank).count
      // An item stands below an item, a key below the key behind the dash.
      let isItem = line.dropFirst(blanks).first == "-"
      let columns = isItem ? [outer] : [LineParts(above).start, outer]
      return columns.filter { !above.isEmpty && $0 != blanks }.map { column in
        Mending(
          0..<blanks, String(repeating: " ", count: column), .indent(column: column + 1),
          marked: blanks..<blanks + 1)
      }
    }
  }

  private static func quotedAtoms(
    of parts: LineParts, at place: Int?, inside bracket: Unicode.Scalar?
  ) -> [Mending] {
    let line = parts.line
    let start = bracket == nil ? parts.value.lowerBound : parts.line.prefix(while: \.isBlank).count
    guard bracket != nil || start < line.count && "{[".unicodeScalars.contains(line[start]) else {
      return []
    }
    let doubtful = FlowText(line, from: start, inside: bracket).atoms.compactMap { atom in
      NeedOfQuotes(in: Array(line[atom.range]), inside: atom.bracket).map { (atom, $0) }
    }
    // The one where libyaml stopped comes first, then the one before it.
    let place = place ?? .max
    let near = doubtful.filter { $0.0.range.lowerBound <= place }.reversed()
    return (near + doubtful.filter { $0.0.range.lowerBound > place }).map { atom, need in
      let text = Array(line[atom.range])
      if let comma = missingComma(in: text, need) {
        let place = atom.range.lowerBound + comma
        return Mending(place..<place, ",", .comma)
      }
      let isQuoted = need == .begins("'") || need == .begins("\"")
      return Mending(
        atom.range, Quoting.quoted(isQuoted ? Quoting.stripped(text) : text), .quotes(need),
        marked: need.place(in: atom.range))
    }
  }

  /// Where a number, or true or false, ends that the next key follows without a comma.
  private static func missingComma(in text: [Unicode.Scalar], _ need: NeedOfQuotes) -> Int? {
    guard case .holds(": ", inside: nil) = need, let blank = text.firstIndex(where: \.isBlank)
    else { return nil }
    let first = String(String.UnicodeScalarView(text[..<blank]))
    return CoreSchema.kind(of: first) == .text ? nil : blank
  }

  private static func quotedValue(of parts: LineParts) -> [Mending] {
    let text = parts.valueText
    guard let first = text.first, first != "!", first != "-" || text.dropFirst().first != " ",
      let need = NeedOfQuotes(in: text, inside: nil)
    else { return [] }
    if first == "\"" || first == "'",
      Quoting.end(ofQuoteAt: parts.value.lowerBound, in: parts.line) == nil
    {
      return []
    }
    if first == "{" || first == "[",
      FlowText(parts.line, from: parts.value.lowerBound).end == parts.value.upperBound
    {
      return []
    }
    return [
      Mending(
        parts.value, Quoting.quoted(Quoting.stripped(text)), .quotes(need),
        marked: need.place(in: parts.value))
    ]
  }

  /// The colon behind the word that begins at an index, where it has no space behind it.
  private static func tightColon(in line: [Unicode.Scalar], from start: Int) -> Int? {
    let rest = line.dropFirst(start)
    let word = rest.prefix {
      $0.properties.isAlphabetic || $0.properties.numericType != nil
        || "_-".unicodeScalars.contains($0)
    }
    let behind = rest.dropFirst(word.count)
    guard !word.isEmpty, behind.first == ":", behind.count > 1,
      !behind.dropFirst().starts(with: "//".unicodeScalars)
    else { return nil }
    return start + word.count
  }

  /// A colon behind a key, also where an equals sign stands for it.
  private static func colon(in parts: LineParts) -> [Mending] {
    let text = parts.valueText
    guard parts.key == nil, let first = text.first, first.properties.isAlphabetic else { return [] }
    let word = text.prefix { $0.properties.isAlphabetic || "_-".unicodeScalars.contains($0) }
    let blanks = text.dropFirst(word.count).prefix { $0.isBlank || $0 == "=" }
    guard !blanks.isEmpty, word.count + blanks.count < text.count else { return [] }
    let start = parts.value.lowerBound + word.count
    return [Mending(start..<start + blanks.count, ": ", .colon, marked: start..<start + 1)]
  }

  private static func escape(in line: [Unicode.Scalar], at place: Int?) -> [Mending] {
    guard let place, place < line.count,
      let backslash = line[...place].lastIndex(of: "\\"),
      let quote = line[..<backslash].lastIndex(of: "\""), backslash + 1 < line.count
    else { return [] }
    let escape = Mending.Cause.escape(
      String(String.UnicodeScalarView(line[backslash...backslash + 1])))
    let marked = backslash..<backslash + 2
    let doubled = Mending(backslash..<backslash + 1, "\\\\", escape, marked: marked)
    guard let end = Quoting.end(ofQuoteAt: quote, in: line) else { return [doubled] }
    let inner = Array(line[quote + 1..<end - 1])
    // Single quotes keep every backslash: they fit where no other escape is meant.
    let onlySuch = !zip(inner, inner.dropFirst()).contains { pair in
      pair.0 == "\\" && "\\\"/nrtux0abefvNLPU_ ".unicodeScalars.contains(pair.1)
    }
    // \U without digits is a path of Windows: none of its backslashes is an escape.
    let isPath = "uUx".unicodeScalars.contains(line[backslash + 1]) && !inner.contains("\"")
    guard onlySuch || isPath else { return [doubled] }
    return [Mending(quote..<end, Quoting.quoted(inner), escape, marked: marked), doubled]
  }
}

/// One change of a line that may mend it.
struct Mending {
  /// Why the line cannot be read as it is.
  typealias Cause = YAMLRepair.Cause

  /// The characters to replace, counted from 0.
  var range: Range<Int>
  /// What stands there instead.
  var text: String
  /// What is wrong with them.
  var cause: Cause
  /// The characters to point at.
  var marked: Range<Int>

  init(_ range: Range<Int>, _ text: String, _ cause: Cause, marked: Range<Int>? = nil) {
    self.range = range
    self.text = text
    self.cause = cause
    self.marked = marked ?? range
  }
}
