/// Finds the known word nearest to a mistyped one, for "did you mean".
package enum Nearest {
  /// Returns the nearest word; nil if none is near, that is, more than a third of the letters
  /// differ.
  package static func word(to word: String, among known: some Sequence<String>) -> String? {
    self.word(to: word, among: known, share: 3)
  }

  /// Finds the nearest known word; at most one of `share` letters may differ.
  private static func word(
    to word: String, among known: some Sequence<String>, share: Int
  ) -> String? {
    if let short = unshortened(word, among: known) { return short }
    let typed = Array(word.lowercased().unicodeScalars.prefix(64))
    var best: (word: String, distance: Int)?
    for candidate in known {
      let letters = Array(candidate.lowercased().unicodeScalars)
      let length = max(letters.count, typed.count)
      let allowed = length < 2 ? 0 : max(1, length / share)
      // The distance is at least the difference of the lengths.
      guard abs(letters.count - typed.count) <= allowed else { continue }
      let distance = distance(typed, letters)
      if distance <= allowed, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.word
  }

  /// Finds the file name that the user most likely meant; an extension that both names have does
  /// not make them alike.
  ///
  /// Returns the nearest name; nil if none is near, that is, more than half of the other letters
  /// differ.
  package static func file(to name: String, among known: [String]) -> String? {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex else {
      return word(to: name, among: known)
    }
    let ending = String(name[dot...])
    let alike = known.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) }
    if let stem = word(to: String(name[..<dot]), among: alike, share: 2) { return stem + ending }
    return word(to: name, among: known.filter { !$0.hasSuffix(ending) })
  }

  /// The only known word that begins with the typed one: `boolean` for `bool`.
  private static func unshortened(
    _ word: String, among known: some Sequence<String>
  ) -> String? {
    guard word.unicodeScalars.count >= 3 else { return nil }
    let longer = known.filter { $0.lowercased().hasPrefix(word.lowercased()) }
    return longer.count == 1 ? longer[0] : nil
  }

  /// Returns a hint with the nearest word, or with all known words if none is near.
  package static func hint(for word: String, among known: [String], noun: String) -> String {
    if let near = self.word(to: word, among: known) { return "did you mean '\(near)'?" }
    guard !known.isEmpty else { return "there are no \(noun) here" }
    if known.count == 1 { return "there is only '\(known[0])' here" }
    let shown = known.prefix(48).joined(separator: ", ") + (known.count > 48 ? ", …" : "")
    return "the \(noun) here are \(shown)"
  }

  /// Counts the letters to insert, delete, replace or swap with a neighbour (optimal string
  /// alignment).
  private static func distance(_ a: [Unicode.Scalar], _ b: [Unicode.Scalar]) -> Int {
    if a.isEmpty || b.isEmpty { return max(a.count, b.count) }
    var beforeLast = [Int](repeating: 0, count: b.count + 1)
    var last = Array(0...b.count)
    for i in 1...a.count {
      var row = [i] + [Int](repeating: 0, count: b.count)
      for j in 1...b.count {
        let replaced = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)
        row[j] = min(last[j] + 1, row[j - 1] + 1, replaced)
        if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] {
          row[j] = min(row[j], beforeLast[j - 2] + 1)
        }
      }
      beforeLast = last
      last = row
    }
    return last[b.count]
  }
}
