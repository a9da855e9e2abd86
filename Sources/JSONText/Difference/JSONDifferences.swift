/// Where a value differs from the expected one.
///
/// There are none if and only if the two are equal as `JSONValue.isEqual(to:)` has it: the order of
/// keys does not matter, the last of a repeated key counts, and numbers are compared as decimals.
///
/// A value of another kind is one difference, and so is a scalar that is not the same; objects are
/// compared member by member. What two lists have in common, in its order, is set aside, and so what
/// was put in or taken out is one difference each. Of the rest, elements that are alike are compared
/// with one another. Lists that are long, and differ in a long part of it, are compared by position.
///
/// The time taken is nearly proportional to the length of the texts, and depth costs no stack. Beside
/// the documents it takes 8 octets for each of their values and keys.
public struct JSONDifferences: Sendable {
  /// The first of them, in the order of the actual text; what an object lacks comes after its
  /// members, in the order of the expected text.
  public let first: [JSONDifference]

  /// How many there are in all.
  public let count: Int

  /// Compares two values.
  ///
  /// - Parameters:
  ///   - expected: the value as it should be.
  ///   - actual: the value as it is, of the same document or another.
  ///   - path: where the actual value stands; paths begin with this.
  ///   - limit: how many differences are kept in `first`; the rest are counted.
  public init(
    from expected: JSONValue, to actual: JSONValue, at path: String = "$", limit: Int = 10
  ) {
    var finder = JSONDifferenceFinder(from: expected, to: actual, limit: limit)
    finder.find()
    count = finder.count
    // Something that is missing has no place in the actual text, but what it is missing from has.
    let places = finder.first.map { JSONValue(document: actual.document, index: $0.actualPlace) }
    let paths = JSONPath.shortPaths(of: places, in: actual, from: path)
    first = zip(finder.first, paths).map { place, path in
      let value = { JSONValue(document: expected.document, index: $0) }
      let found = JSONValue(document: actual.document, index: place.actualPlace)
      return switch place {
      case .pair(let old, _): JSONDifference(path: path, expected: value(old), actual: found)
      case .missingMember(let old, _):
        JSONDifference(
          path: path + JSONPath.shortStep(to: value(old - 1)), expected: value(old), actual: nil)
      case .missingElement(let old, let position, _):
        JSONDifference(path: "\(path)[\(position)]", expected: value(old), actual: nil)
      case .unexpected: JSONDifference(path: path, expected: nil, actual: found)
      }
    }
  }
}

/// A place where a value is not what was expected.
public struct JSONDifference: Sendable {
  /// What is wrong at the place.
  public enum Kind: Sendable, Hashable {
    /// There is another value than the expected one.
    case changed
    /// Nothing is there, and something was expected.
    case missing
    /// Something is there, and nothing was expected.
    case unexpected
  }

  /// Where it is, in the actual value: `$.items[3].name`, `$['a b'][0]`.
  ///
  /// Names stand after a dot where RFC 9535 allows it, and in brackets and quotes elsewhere. An
  /// element that is missing is not in the actual list: its own position is the one that it has in
  /// the expected list, after the path of the actual one.
  public let path: String

  /// What was expected there, or nil if it is unexpected.
  public let expected: JSONValue?

  /// What is there, or nil if it is missing.
  public let actual: JSONValue?

  /// What is wrong there.
  public var kind: Kind {
    guard expected != nil else { return .unexpected }
    return actual == nil ? .missing : .changed
  }
}

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
