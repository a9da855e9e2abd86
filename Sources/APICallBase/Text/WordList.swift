/// Words one after the other, as a sentence has them.
package enum WordList {
  /// Words with commas, and `or` before the last.
  package static func alternatives(_ words: [String]) -> String {
    guard let last = words.last, words.count > 1 else { return words.joined() }
    return words.dropLast().joined(separator: ", ") + " or " + last
  }
}
