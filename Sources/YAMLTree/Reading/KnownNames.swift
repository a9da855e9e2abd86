/// A value as it was read, with what its aliases will cost.
struct Subtree {
  /// The value.
  var node: Node
  /// The levels of lists and maps in it: 0 for a scalar.
  var height: Int
  /// The keys and values in it, itself included.
  var size: Int
  /// The octets of the text in it, keys included.
  var octets: Int = 0
  /// The position behind it; for an alias, behind the alias.
  var end: Mark.Position
  /// Whether it stands in for a value that could not be known.
  var isPlaceholder = false
}

/// The anchors seen so far, by name.
struct Anchors {
  /// What a name stands for.
  enum State {
    /// Its value has begun and not ended; `serial` tells it from a later one of the same name.
    case open(Mark, serial: Int)
    /// Its value is known.
    case closed(Subtree)
  }

  private var states: [String: State] = [:]
  private var serial = 0

  /// Returns what a name stands for, or nil where nothing before has that anchor.
  subscript(name: String) -> State? { states[name] }

  /// Notes that a list or map with an anchor begins.
  ///
  /// - Returns: the serial number to close it with.
  mutating func open(_ name: String?, at mark: Mark) -> Int {
    guard let name else { return 0 }
    serial += 1
    states[name] = .open(mark, serial: serial)
    return serial
  }

  /// Notes a value that is complete; one that was opened loses its name to a later anchor.
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
