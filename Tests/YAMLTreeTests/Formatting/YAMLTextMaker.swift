import SeededNumbers

/// Writes YAML in many styles, with numbered comments.
struct YAMLTextMaker {
  private var random: SeededGenerator
  private(set) var lines: [String] = []
  /// The number of comments written.
  private(set) var comments = 0
  private var anchors = 0

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  /// Returns a file: a map of random values.
  mutating func file() -> String {
    if chance(5) { lines.append("#!/usr/bin/env apicall #c\(comments)") }
    comments += lines.count
    if chance(8) { lines.append("---") }
    map(indentation: 0, depth: 3)
    if chance(6) { above(0) }
    if chance(9) { lines.append("...") }
    return lines.joined(separator: chance(6) ? "\r\n" : "\n") + (chance(8) ? "" : "\n")
  }

  private mutating func chance(_ count: Int) -> Bool { below(count) == 0 }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  private mutating func pick(_ words: [String]) -> String { words[below(words.count)] }

  private mutating func comment() -> String {
    comments += 1
    return "# c\(comments - 1)" + pick(["", " ", ": x", " - y", "  '"])
  }

  /// Returns lines that can come before an entry.
  private mutating func above(_ indentation: Int) {
    if chance(6) { lines.append(pick(["", "", "  "])) }
    while chance(5) {
      lines.append(String(repeating: " ", count: indentation) + comment())
      if chance(5) { lines.append("") }
    }
  }

  /// Returns text that can follow a value on its line.
  private mutating func remark() -> String { chance(6) ? pick([" ", "    "]) + comment() : "" }

  private mutating func map(indentation: Int, depth: Int, first: String? = nil) {
    var first = first
    for place in 0...below(4) {
      if first == nil { above(indentation) }
      let start = first ?? String(repeating: " ", count: indentation)
      first = nil
      value(after: "\(start)\(key(place)):", indentation: indentation, depth: depth)
    }
  }

  private mutating func list(indentation: Int, depth: Int) {
    for _ in 0...below(3) {
      above(indentation)
      let dash = String(repeating: " ", count: indentation) + "-"
      if depth > 0, chance(3) {
        let gap = 1 + below(3)
        map(
          indentation: indentation + 1 + gap, depth: depth - 1,
          first: dash + String(repeating: " ", count: gap))
      } else {
        value(after: dash, indentation: indentation, depth: depth)
      }
    }
  }

  private mutating func key(_ place: Int) -> String {
    // Three of ten are in the table, and the number makes keys unique.
    let name = pick(["k", "a b", "\"k", "'x: ", "\"a\\tb", "yes"]) + "\(9 - place)"
    switch name.first {
    case "\"": return name + "\""
    case "'": return name + "'"
    default: return name
    }
  }

  private mutating func value(after head: String, indentation: Int, depth: Int) {
    var head = head
    if chance(12) { head += " !raw" }
    if chance(12) {
      head += " &n\(anchors)"
      anchors += 1
    }
    let deeper = indentation + 1 + below(4)
    switch below(depth > 0 ? 8 : 5) {
    case 0, 1: lines.append("\(head) \(scalar(isInFlow: false))\(remark())")
    case 2: block(after: head, deeper: deeper)
    case 3:
      lines.append(head.contains(" &") || head.contains("!") ? "\(head) ''" : "\(head)\(remark())")
    case 4:
      let words = pick(["two words\n and more", "'it''s\n\n quoted'", "\"a \\\n  b\""])
      let rest = words.split(separator: "\n", omittingEmptySubsequences: false)
      lines.append("\(head) \(rest[0])")
      for line in rest.dropFirst() { lines.append(String(repeating: " ", count: deeper) + line) }
      lines[lines.count - 1] += remark()
    case 5:
      lines.append(head + remark())
      map(indentation: deeper, depth: depth - 1)
    case 6:
      lines.append(head + remark())
      list(indentation: deeper, depth: depth - 1)
    default:
      lines.append("\(head) \(flow(depth: depth, padding: String(repeating: " ", count: deeper)))")
      lines[lines.count - 1] += remark()
    }
  }

  private mutating func block(after head: String, deeper: Int) {
    let isFolded = chance(2)
    let isExplicit = chance(4)
    let indentation = head.prefix { $0 == " " }.count
    // The indentation indicator is relative to the parent block, which may begin with a dash.
    let isPlainHead = !head.dropFirst(indentation).hasPrefix("-")
    let width = isExplicit && isPlainHead ? "\(deeper - indentation)" : ""
    lines.append(
      "\(head) \(isFolded ? ">" : "|")\(width)\(pick(["", "-", "+"]))\(chance(6) ? " " + comment() : "")"
    )
    let padding = String(repeating: " ", count: deeper)
    if !width.isEmpty { lines.append("\(padding)  deep") }
    lines.append(padding + pick(["text", "# no comment", "a: b", "- c", "x  "]))
    for _ in 0..<below(3) {
      lines.append(pick(["", padding + "more", padding + "   deeper", padding]))
    }
  }

  private mutating func scalar(isInFlow: Bool) -> String {
    pick([
      "word", "two words", "'quoted'", "\"double\"", "\"e\\n\\u00e9\"", "'it''s'", "12", "\"12\"",
      "~", "'null'", "true", "1.50", "'on'", "\"2013-10-04\"", "'a: b'", "\"# x\"", "<name>",
      "'- a'",
      "\"\"", "é𝄞", "a#b", "'trailing '", "http://x/y", "'[a]'", "\"{\"", "*/*".quotedOnce,
    ])
  }

  /// Returns a list or map in brackets, on one line or several.
  private mutating func flow(depth: Int, padding: String) -> String {
    let isMap = chance(2)
    let isLong = chance(3)
    var text = isMap ? "{" : "["
    func line(_ comment: String) -> String { isLong ? comment + "\n" + padding : "" }
    if isLong { text += line(remark()) }
    for place in 0..<below(4) {
      if isLong, chance(5) { text += comment() + "\n" + padding }
      if isMap { text += "f\(place): " }
      text +=
        depth > 0 && chance(4)
        ? flow(depth: depth - 1, padding: padding) : scalar(isInFlow: true)
      text += chance(20) && isLong ? " " + comment() + "\n" + padding + ", " : ", "
      if isLong, chance(3) { text += line(remark()) }
    }
    if isLong, chance(6) { text += comment() + "\n" + padding }
    return text + (isMap ? "}" : "]")
  }
}

extension String {
  fileprivate var quotedOnce: String { "\"\(self)\"" }
}
