/// Digests of a value and of all that stands in it: equal values have the same.
///
/// Others have the same one by chance only, one time in 2 to the 64th: the digests are other ones in
/// each run of a program, so that nobody can make texts for which they agree.
struct JSONDigests {
  /// The document that the places are of.
  let document: JSONDocument
  private let base: Int
  private var digests: [Int]

  /// Makes the digests of a value, in time that grows with the length of its text.
  init(of value: JSONValue) {
    document = value.document
    base = value.index
    digests = [Int](repeating: 0, count: Int(value.entry.next) - base)
    // What stands in a value is after it on the tape.
    for place in (base..<base + digests.count).reversed() {
      digests[place - base] = digest(at: place)
    }
  }

  /// The digest of the value or key at a place on the tape.
  subscript(place: Int) -> Int { digests[place - base] }

  /// Whether the value at a place is neither a list nor an object.
  func isScalar(_ place: Int) -> Bool { !document.tape[place].kind.isContainer }

  /// The places of the elements of a list.
  func elements(of list: Int) -> [Int] {
    var places: [Int] = []
    var place = list + 1
    while place < Int(document.tape[list].next) {
      places.append(place)
      place = Int(document.tape[place].next)
    }
    return places
  }

  /// The places of the keys of an object: of each key the last, in the order of the text.
  func keys(of object: Int) -> [Int] {
    var places: [Int] = []
    var place = object + 1
    while place < Int(document.tape[object].next) {
      places.append(place)
      place = Int(document.tape[place + 1].next)
    }
    var known = Set<Int>(minimumCapacity: places.count)
    let isLast = places.reversed().map { known.insert(self[$0]).inserted }
    return known.count == places.count
      ? places : zip(places, isLast.reversed()).filter(\.1).map(\.0)
  }

  private func digest(at place: Int) -> Int {
    let value = JSONValue(document: document, index: place)
    var hasher = Hasher()
    hasher.combine(value.kind)
    switch value.kind {
    case .null: break
    case .boolean: hasher.combine(value.boolean)
    case .number: combine(value, into: &hasher)
    case .string where value.entry.isEscaped:
      value.decodedOctets.withUnsafeBytes { hasher.combine(bytes: $0) }
    case .string:
      value.octets.dropFirst().dropLast().withUnsafeBytes { hasher.combine(bytes: $0) }
    case .array: for element in elements(of: place) { hasher.combine(self[element]) }
    // A sum is the same in any order.
    case .object: hasher.combine(keys(of: place).reduce(0) { $0 &+ memberDigest(of: $1) })
    }
    return hasher.finalize()
  }

  /// The same for `1`, `1.0` and `10e-1`.
  private func combine(_ value: JSONValue, into hasher: inout Hasher) {
    let octets = value.octets
    // Most are whole and short.
    if octets.count < 19, octets.allSatisfy(\.isDigit) {
      hasher.combine(octets.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    } else if let number = value.number {
      if let integer = number.integer { hasher.combine(integer) } else { hasher.combine(number) }
    }
  }

  /// The digest of a member, by the place of its key.
  private func memberDigest(of key: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(self[key])
    hasher.combine(self[key + 1])
    return hasher.finalize()
  }

  /// What a value has in common with those that it is likely a version of.
  ///
  /// - Parameters:
  ///   - place: the value.
  ///   - level: 0 for all that it is; 1 for the first member of an object, such as an `id`; 2 for
  ///     its kind.
  /// - Returns: a number that is the same for all that are alike; nil where it has no first member.
  func mark(of place: Int, level: Int) -> Int? {
    if level == 0 { return self[place] }
    let entry = document.tape[place]
    if level == 2 { return Int(entry.kind.rawValue) }
    return entry.kind == .object && Int(entry.next) > place + 1 ? memberDigest(of: place + 1) : nil
  }
}
