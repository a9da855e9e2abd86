import APICallBase
import APICallText
import JSONText
import Patterns

/// The filters with regular expressions.
enum PatternFilters {
  static let rows = [
    TemplateFilter(
      "test", "Tests whether a regular expression matches anywhere in text.",
      example: #""v12" | test("[0-9]+") → true"#,
      [pattern], takes: .plain, gives: .boolean, work: work, test),
    TemplateFilter(
      "capture",
      "Gives a map of the named groups of the first match, null for a group without one; "
        + "null if nothing matches.",
      example: #""a=1" | capture("(?<k>[a-z])=(?<v>[0-9])") → {"k":"a","v":"1"}"#,
      [pattern], takes: .plain, gives: [.map, .null], work: work, capture),
    TemplateFilter(
      "scan",
      "Gives a list of all matches, or a list of the groups of each match if the pattern "
        + "has groups.",
      example: #""a1b22" | scan("[0-9]+") → ["1","22"]"#,
      [pattern], takes: .plain, gives: .list, work: work, scan),
    TemplateFilter(
      "sub",
      "Replaces the first match. In the replacement, $1 or ${1} is the first group, "
        + "${name} the group of that name, $0 the match, and $$ a dollar sign.",
      example: #""2026-01" | sub("(\\d+)-(\\d+)", "$2/$1") → "01/2026""#,
      [pattern, replacement], takes: .plain, gives: .text, work: work
    ) { (call) throws(FilterRefusal) in try replaced(in: call, onlyFirst: true) },
    TemplateFilter(
      "gsub", "Replaces all matches, as sub replaces one.",
      example: #""a b c" | gsub(" +", "-") → "a-b-c""#,
      [pattern, replacement], takes: .plain, gives: .text, work: work
    ) { (call) throws(FilterRefusal) in try replaced(in: call, onlyFirst: false) },
  ]

  /// The pattern is compiled for each use.
  private static let work = TemplateFilter.Work(steps: 40)
  private static let pattern = TemplateParameter(
    "pattern", .text,
    checkingWith: { (text) throws(PlaceholderFault) in
      _ = try rethrowing(Pattern(text)) { PlaceholderFault.unreadablePattern(text, $0) }
    })
  private static let replacement = TemplateParameter("replacement", .text)

  private static func test(_ call: FilterCall) throws(FilterRefusal) -> Value {
    var isFound = false
    try call.visitMatches(of: try call.pattern(), in: Array(try call.text().utf8)) { _ in
      isFound = true
      return false
    }
    return .boolean(isFound)
  }

  private static func capture(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let pattern = try call.pattern()
    let bytes = Array(try call.text().utf8)
    var found: [Range<Int>?]?
    try call.visitMatches(of: pattern, in: bytes) { places in
      found = places
      return false
    }
    guard let found else { return .null }
    var map = BuiltMap()
    // Several groups may have the same name: the one that took part in the match counts.
    var taken: Set<String> = []
    for (name, number) in pattern.groupNames where !taken.contains(name) {
      if found[number] != nil { taken.insert(name) }
      try map.set(name.utf8, json(found[number], in: bytes)[...])
    }
    return try map.value()
  }

  private static func scan(_ call: FilterCall) throws(FilterRefusal) -> Value {
    let pattern = try call.pattern()
    let bytes = Array(try call.text().utf8)
    var list = BuiltList()
    try call.visitMatches(of: pattern, in: bytes) { (places) throws(FilterRefusal) in
      guard places.count > 1 else {
        try list.append(json: json(places[0], in: bytes))
        return true
      }
      let groups = places.dropFirst().map { json($0, in: bytes) }
      let joined = Array(groups.joined(separator: [UInt8(ascii: ",")]))
      try list.append(json: [UInt8(ascii: "[")] + joined + [UInt8(ascii: "]")])
      return true
    }
    return try list.value()
  }

  private static func replaced(
    in call: FilterCall, onlyFirst: Bool
  ) throws(FilterRefusal) -> Value {
    let pattern = try call.pattern()
    let pieces: [PatternReplacement.Piece]
    let replacement = try call.text(at: 1)
    pieces = try rethrowing(PatternReplacement.pieces(of: replacement, for: pattern)) {
      FilterRefusal.badArgument($0, words: "a replacement with groups of the pattern", index: 1)
    }
    let bytes = Array(try call.text().utf8)
    var result = BuiltText()
    var start = 0
    try call.visitMatches(of: pattern, in: bytes) { (places) throws(FilterRefusal) in
      guard let match = places[0] else { return false }
      try result.append(bytes[start..<match.lowerBound])
      for piece in pieces {
        switch piece {
        case .text(let text): try result.append(text[...])
        case .group(let number):
          if let place = places[number] { try result.append(bytes[place]) }
        }
      }
      start = match.upperBound
      return !onlyFirst
    }
    try result.append(bytes[start...])
    return result.value
  }

  /// The part of a text as JSON; null for a group that took no part in a match.
  private static func json(_ place: Range<Int>?, in bytes: [UInt8]) -> [UInt8] {
    guard let place else { return Array(JSONNode.null.bytes) }
    var json: [UInt8] = []
    JSONWriter.append(string: String(decoding: bytes[place], as: UTF8.self), to: &json)
    return json
  }
}

extension FilterCall {
  fileprivate func pattern() throws(FilterRefusal) -> Pattern {
    let text = try text(at: 0)
    return try rethrowing(Pattern(text)) {
      FilterRefusal.badArgument(
        .unreadablePattern(text, $0), words: "a regular expression", index: 0)
    }
  }

  /// Visits matches, with the steps that the call has left; false ends the search.
  fileprivate func visitMatches(
    of pattern: Pattern, in bytes: [UInt8],
    _ visit: ([Range<Int>?]) throws(FilterRefusal) -> Bool
  ) throws(FilterRefusal) {
    var refusal: FilterRefusal?
    do throws(PatternLimit) {
      try scope.allowance.withPatternSteps { (steps) throws(PatternLimit) in
        try pattern.visitMatches(in: bytes, steps: &steps) { places in
          do throws(FilterRefusal) {
            return try visit(places)
          } catch {
            refusal = error
            return false
          }
        }
      }
    } catch {
      throw .pattern(error)
    }
    if let refusal { throw refusal }
  }
}

extension PlaceholderFault {
  fileprivate static func unreadablePattern(
    _ text: String, _ error: PatternSyntaxError
  ) -> PlaceholderFault {
    PlaceholderFault(
      "cannot read the pattern '\(text.prefix(60))\(text.count > 60 ? "…" : "")': \(error.reason)"
        + (error.offset.map { ", at character \($0 + 1)" } ?? ""), hint: nil)
  }
}
