import JSONText

/// Which items have changed while a list was read page by page, if the place of an item decides on
/// which page it is.
///
/// An item that is read, changes and goes to the end of the list moves all others by one place: one of
/// them comes to a page that was read before. So does an item that is added to a page that was the
/// last one, and not full. Only a list that nothing has moved is known to be read completely.
struct ListChanges {
  /// How often a list is read in one run.
  static let mostReadings = 10

  /// How often the list was read again.
  private(set) var readings = 0
  /// Whether an item may have moved to a page that was read before.
  private(set) var mayHideItems = false
  /// The hashes of the values of the items, by those of their keys.
  private var values: [Int: Int] = [:]
  /// The most items of a page, and whether one had fewer.
  private var longest = 0
  private var hasShort = false

  /// Notes an item, which may come twice.
  ///
  /// In ascending order, one that comes twice has moved, also if its value is the same: a value may be
  /// coarser than the order. In another order, items that are added before it move it, and hide none.
  mutating func note(_ value: OrderValue, of keys: [JSONNode?], inOrder isAscending: Bool) {
    var hasher = Hasher()
    for key in keys { hasher.combine(key.map { Array($0.bytes) }) }
    let hash = value.canonical.hashValue
    let before = values.updateValue(hash, forKey: hasher.finalize())
    if let before, isAscending || before != hash { mayHideItems = true }
  }

  /// Notes the number of items of a page, before a filter.
  mutating func notePage(of length: Int) {
    guard length > 0 else { return }
    if hasShort { mayHideItems = true }
    hasShort = hasShort || length < longest
    longest = max(longest, length)
  }

  mutating func beginAgain() {
    let readings = readings + 1
    self = ListChanges()
    self.readings = readings
  }
}
