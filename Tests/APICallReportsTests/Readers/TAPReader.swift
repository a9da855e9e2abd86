import JSONText

/// Reads the lines of the Test Anything Protocol, and refuses what is not in its grammar.
struct TAPReader {
  struct Point {
    var isOK: Bool
    var number: Int
    var description: String
    var directive: String?
    /// The lines of the YAML block, without its markers; nil without a block.
    var block: [String]?
    /// The comments after it.
    var comments: [String] = []
    var subtests: [Point] = []
  }

  struct Fault: Error {
    var words: String
    var line: String
  }

  /// Reads a whole text.
  static func read(_ text: String, version: Int) throws -> [Point] {
    guard text.hasSuffix("\n") else { throw Fault(words: "no line break at the end", line: "") }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()[...]
    guard lines.popFirst() == "TAP version \(version)" else {
      throw Fault(words: "no version", line: String(text.prefix(20)))
    }
    let points = try points(&lines, indent: "", subtests: version == 14)
    if let line = lines.first { throw Fault(words: "a line after the end", line: String(line)) }
    return points
  }

  private static func points(
    _ lines: inout ArraySlice<Substring>, indent: String, subtests: Bool
  ) throws -> [Point] {
    guard let plan = lines.popFirst(), plan.hasPrefix("\(indent)1.."),
      let count = Int(plan.dropFirst(indent.count + 3))
    else { throw Fault(words: "no plan", line: String(lines.first ?? "")) }
    var points: [Point] = []
    for number in 0..<count {
      var inner: [Point] = []
      if subtests, indent.isEmpty, lines.first?.utf8.starts(with: "# Subtest: ".utf8) == true {
        lines.removeFirst()
        inner = try Self.points(&lines, indent: "    ", subtests: false)
      }
      guard let line = lines.popFirst() else { throw Fault(words: "a point is missing", line: "") }
      guard line.hasPrefix(indent), var point = point(line.dropFirst(indent.count)) else {
        throw Fault(words: "not a point", line: String(line))
      }
      guard point.number == number + 1 else {
        throw Fault(words: "the number is wrong", line: String(line))
      }
      point.subtests = inner
      if lines.first == "\(indent)  ---" {
        lines.removeFirst()
        point.block = try block(&lines, indent: "\(indent)  ")
      }
      while let line = lines.first, line.utf8.starts(with: "#   ".utf8) {
        point.comments.append(String(line))
        lines.removeFirst()
      }
      points.append(point)
    }
    return points
  }

  // A literal within a function would be parsed for each call.
  nonisolated(unsafe) private static let pointForm =
    /(not )?ok ([0-9]+) - ((?:[^#\\]|\\[#\\])*?)( # .*)?/.matchingSemantics(.unicodeScalar)
  nonisolated(unsafe) private static let skipForm =
    /SKIP(?: (?:[^#\\]|\\[#\\])*)?/.matchingSemantics(.unicodeScalar)
  nonisolated(unsafe) private static let entryForm =
    /\s*[a-z_0-9]+:(?: (.+))?/.matchingSemantics(.unicodeScalar)
  nonisolated(unsafe) private static let plainForm =
    /[a-z_0-9.]*/.matchingSemantics(.unicodeScalar)

  private static func point(_ line: Substring) -> Point? {
    guard let match = line.wholeMatch(of: pointForm) else { return nil }
    let directive = match.4.map { $0.dropFirst(3) }
    if let directive, directive.wholeMatch(of: skipForm) == nil { return nil }
    return Point(
      isOK: match.1 == nil, number: Int(match.2) ?? 0, description: String(match.3),
      directive: directive.map(String.init))
  }

  /// The lines of a block: names, and values that are numbers, words or quoted strings.
  private static func block(
    _ lines: inout ArraySlice<Substring>, indent: String
  ) throws -> [String] {
    var block: [String] = []
    while let line = lines.popFirst() {
      if line == "\(indent)..." { return block }
      let value: Substring
      guard let match = line.wholeMatch(of: entryForm) else {
        throw Fault(words: "not a line of a block", line: String(line))
      }
      value = match.1 ?? ""
      let isPlain = value.wholeMatch(of: plainForm) != nil
      guard line.hasPrefix(indent),
        isPlain || (try? JSONDocument(text: String(value)).root.string) != nil
      else { throw Fault(words: "not a value of a block", line: String(line)) }
      block.append(String(line))
    }
    throw Fault(words: "the block does not end", line: "")
  }
}
