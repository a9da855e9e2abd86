import JSONText

/// Which items have changed while a list was read page by page, if the place of an item decides on
/// which page it is.
///
/// An item that is read, changes and goes to the end of the list moves all others by one place: one of
/// them comes to a page that was read before. So does an item that is added to a page that was the
/// last one, and not full.
struct ListChanges {
  /// How often a list is read in one run.
  static let mostReadings = 50

  /// How often the list was read again.
  private(set) var readings = 0
  /// The hashes of the values of the items, by those of their keys.
  private var values: [Int: Int] = [:]
  private var hasChanged = false
  /// The most items of a page, and whether one had fewer.
  private var longest = 0
  private var hasShort = false
  /// The largest value before the list was read again.
  private var border: OrderValue?
  /// Whether the reading has brought an item that the one before had missed.
  private var hasFoundMissed = false

  /// Whether the list has to be read again: the first time after any change, then as long as that
  /// brings items that were missed.
  var mayHideItems: Bool { hasChanged && (readings == 0 || hasFoundMissed) }

  mutating func note(_ value: OrderValue, of keys: [JSONValue?]) {
    var hasher = Hasher()
    for key in keys { hasher.combine(key.map { Array($0.bytes) }) }
    let hash = value.canonical.hashValue
    let before = values.updateValue(hash, forKey: hasher.finalize())
    if let before, before != hash { hasChanged = true }
  }

  /// Notes the number of items of a page, before a filter.
  mutating func notePage(of length: Int) {
    guard length > 0 else { return }
    if hasShort { hasChanged = true }
    hasShort = hasShort || length < longest
    longest = max(longest, length)
  }

  mutating func noteNew(_ value: OrderValue) {
    guard readings > 0, let border, border.isBefore(value) != true else { return }
    hasFoundMissed = true
  }

  mutating func beginAgain(after largest: OrderValue?) {
    readings += 1
    (border, values, hasChanged, hasFoundMissed) = (largest, [:], false, false)
    (longest, hasShort) = (0, false)
  }
}
