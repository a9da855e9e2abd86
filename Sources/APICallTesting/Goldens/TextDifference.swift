/// The lines in which two texts differ.
struct TextDifference {
  /// The lines to show: `-` before those of the old text, `+` before those of the new one, and a
  /// space before equal ones around them.
  private(set) var shown: [String] = []
  private(set) var count = 0
  /// The first line of the old text that differs, counted from 1.
  let line: Int

  private static let mostShown = 40
  private static let mostCompared = 2000
  private static let context = 2
  /// The longest line that is shown, in characters.
  private static let longest = 200

  init(from old: [UInt8], to new: [UInt8]) {
    let (old, new) = (Self.lines(of: old), Self.lines(of: new))
    var start = 0
    while start < old.count, start < new.count, old[start] == new[start] { start += 1 }
    var (oldEnd, newEnd) = (old.count, new.count)
    while oldEnd > start, newEnd > start, old[oldEnd - 1] == new[newEnd - 1] {
      oldEnd -= 1
      newEnd -= 1
    }
    line = start + 1
    let before = old[max(0, start - Self.context)..<start]
    let after = old[oldEnd..<min(old.count, oldEnd + Self.context)]
    var changed: [String] = []
    if oldEnd - start <= Self.mostCompared, newEnd - start <= Self.mostCompared {
      changed = Self.changes(from: old[start..<oldEnd], to: new[start..<newEnd])
    } else {
      changed = old[start..<oldEnd].map { "-\($0)" } + new[start..<newEnd].map { "+\($0)" }
    }
    count = changed.count { !$0.hasPrefix(" ") }
    shown = (before.map { " \($0)" } + changed + after.map { " \($0)" }).prefix(Self.mostShown)
      .map { $0.count > Self.longest ? $0.prefix(Self.longest) + "…" : $0 }
    let rest = before.count + changed.count + after.count - shown.count
    if rest > 0 { shown.append("… \(rest) more lines") }
  }

  private static func lines(of text: [UInt8]) -> [String] {
    var lines = text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    if lines.last == "" { lines.removeLast() } else { lines.append("\\ no line break at the end") }
    return lines
  }

  /// The lines of both, in the order of a shortest edit (Myers).
  private static func changes(
    from old: ArraySlice<String>, to new: ArraySlice<String>
  ) -> [String] {
    let difference = Array(new).difference(from: Array(old))
    var removed: Set<Int> = []
    var inserted: [Int: String] = [:]
    for change in difference {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, let line, _): inserted[offset] = line
      }
    }
    var lines: [String] = []
    var position = 0
    for (offset, line) in old.enumerated() {
      if removed.contains(offset) {
        lines.append("-\(line)")
        continue
      }
      while let new = inserted[position] {
        lines.append("+\(new)")
        position += 1
      }
      lines.append(" \(line)")
      position += 1
    }
    while let new = inserted[position] {
      lines.append("+\(new)")
      position += 1
    }
    return lines
  }
}
