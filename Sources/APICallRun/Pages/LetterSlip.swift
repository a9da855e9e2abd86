/// A name in which letters are missing, doubled, swapped or, in a long name, one other than meant.
///
/// Unlike for a hint, another word of the same kind is not taken for it, as `last_id` for `list_id`
/// or `page` for `pages`: the server may well have both.
enum LetterSlip {
  /// Finds the known name that was meant: it has one or two letters more or fewer than the written
  /// one, two neighbours in the other order, other signs between its words, or 10 letters and more
  /// of which one differs.
  static func name(meantBy written: String, among known: some Sequence<String>) -> String? {
    let letters = self.letters(of: written)
    return known.first { name in
      let other = self.letters(of: name)
      return letters == other ? written.lowercased() != name.lowercased() : isSlip(letters, other)
    }
  }

  private static func letters(of name: String) -> [Unicode.Scalar] {
    name.lowercased().unicodeScalars.filter { $0 != "_" && $0 != "-" }
  }

  private static func isSlip(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    guard short.count >= 3, long.count <= short.count + 2 else { return false }
    guard short.count < long.count else {
      let places = one.indices.filter { one[$0] != other[$0] }
      if places.count == 1, one.count >= 10 {
        return one[places[0]].properties.isAlphabetic && other[places[0]].properties.isAlphabetic
      }
      return places.count == 2 && places[1] == places[0] + 1
        && one[places[0]] == other[places[1]] && one[places[1]] == other[places[0]]
    }
    var rest = short[...]
    for letter in long where letter == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty && long != short + ["s"]
  }
}
