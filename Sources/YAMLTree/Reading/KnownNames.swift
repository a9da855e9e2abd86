/// A value that has been read, with the cost of its aliases.
struct Subtree {
  var node: Node
  /// The levels of lists and maps in it: 0 for a scalar.
  var height: Int
  /// The number of keys and values in it, itself included.
  var size: Int
  /// The number of bytes of text in it, keys included.
  var bytes: Int = 0
  /// The position after it; for an alias, after the alias.
  var end: Mark.Position
  /// Whether it replaces a value that could not be determined.
  var isPlaceholder = false
}

/// The anchors seen so far, by name.
struct Anchors {
  /// The meaning of a name.
  enum State {
    /// Its value has begun and not ended; `serial` distinguishes it from a later one of the same
    /// name.
    case open(Mark, serial: Int)
    case closed(Subtree)
  }

  private var states: [String: State] = [:]
  private var serial = 0

  /// The meaning of a name; nil if no earlier value has that anchor.
  subscript(name: String) -> State? { states[name] }

  /// Records that a list or map with an anchor begins.
  ///
  /// - Returns: the serial number to close it with.
  mutating func open(_ name: String?, at mark: Mark) -> Int {
    guard let name else { return 0 }
    serial += 1
    states[name] = .open(mark, serial: serial)
    return serial
  }

  /// Records a complete value; an open value loses its name to a later anchor.
  mutating func close(_ name: String?, serial: Int? = nil, as subtree: Subtree) {
    guard let name else { return }
    if let serial {
      guard case .open(_, serial)? = states[name] else { return }
    }
    states[name] = .closed(subtree)
  }
}

/// Finds the first of two equal keys: by comparison in small maps, by hashing in large ones.
///
/// Keys are equal if their bytes are: Swift's own equality would treat `é` as one character and `é`
/// as two characters as the same key.
struct KeyIndex {
  private var places: [Key: Int] = [:]

  /// Looks for a key among the entries so far.
  ///
  /// Returns its place, or nil if it is new.
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

    // String's own hash is equal for all strings that are equal to String, hence also for equal
    // bytes.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
  }
}
