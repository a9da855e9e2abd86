/// Finds the first of two equal keys: by comparison in small maps, by hashing in large ones.
///
/// Keys are equal when their octets are: Swift's own equality would take `é` written as one
/// character and as two for the same key.
struct KeyIndex {
  private var places: [Key: Int] = [:]

  /// Looks for a key among the entries so far.
  ///
  /// - Parameters:
  ///   - key: the key's text.
  ///   - entries: all entries before it; only ever grows between calls.
  /// - Returns: its place, or nil where it is new.
  mutating func place(of key: String, in entries: [Node.Entry]) -> Int? {
    guard entries.count > 16 else {
      return entries.firstIndex { Key(text: $0.key) == Key(text: key) }
    }
    while places.count < entries.count {
      places[Key(text: entries[places.count].key)] = places.count
    }
    return places[Key(text: key)]
  }

  private struct Key: Hashable {
    var text: String

    static func == (left: Key, right: Key) -> Bool {
      left.text == right.text && left.text.utf8.elementsEqual(right.text.utf8)
    }

    // String's own hash is equal for all that String holds equal, hence also for equal octets.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }
}
