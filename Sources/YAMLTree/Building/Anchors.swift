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
