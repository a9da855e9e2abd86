/// The places that a path leads to, each of which becomes a value when it is asked for: a list of
/// values takes four times the memory.
public struct JSONPathPlaces: Sendable, Sequence {
  let document: JSONDocument
  let places: [UInt32]

  /// How many there are.
  public var count: Int { places.count }

  /// Begins at the first place.
  public func makeIterator() -> Iterator { Iterator(places: self) }

  /// Goes through the places in the order of RFC 9535.
  public struct Iterator: IteratorProtocol {
    let places: JSONPathPlaces
    private var position = 0

    init(places: JSONPathPlaces) { self.places = places }

    /// The next value, nil behind the last.
    public mutating func next() -> JSONValue? {
      guard position < places.count else { return nil }
      defer { position += 1 }
      return JSONValue(document: places.document, index: Int(places.places[position]))
    }
  }
}
