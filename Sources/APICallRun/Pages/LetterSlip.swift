/// A name in which letters are missing, doubled or swapped.
///
/// Unlike for a hint, another word of the same kind is not taken for it, as `last_id` for `list_id`
/// or `page` for `pages`: the server may well have both.
enum LetterSlip {
  /// Finds the known name that was meant: it has one or two letters more or fewer than the written
  /// one, or two neighbours in the other order.
  static func name(meantBy written: String, among known: some Sequence<String>) -> String? {
    let letters = Array(written.lowercased().unicodeScalars)
    return known.first { isSlip(letters, Array($0.lowercased().unicodeScalars)) }
  }

  private static func isSlip(_ one: [Unicode.Scalar], _ other: [Unicode.Scalar]) -> Bool {
    let (short, long) = one.count < other.count ? (one, other) : (other, one)
    guard short.count >= 3, long.count <= short.count + 2 else { return false }
    guard short.count < long.count else {
      let places = one.indices.filter { one[$0] != other[$0] }
      return places.count == 2 && places[1] == places[0] + 1
        && one[places[0]] == other[places[1]] && one[places[1]] == other[places[0]]
    }
    var rest = short[...]
    for letter in long where letter == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty && long != short + ["s"]
  }
}
