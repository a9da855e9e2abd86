/// The places where a value differs from the expected one.
///
/// There are none if and only if the two are equal by `JSONNode.isEqual(to:)`: the order of keys
/// does not matter, the last of a repeated key counts, and numbers are compared as decimals.
///
/// A value of another kind is one difference, and so is a different scalar. Objects are compared
/// member by member. In two lists, the common elements in their order are set aside, so that each
/// insertion or removal is one difference. Of the rest, similar elements are compared with each
/// other. Long lists that differ in a long part are compared by position.
///
/// The time is nearly proportional to the length of the texts, and depth costs no stack. In
/// addition to the documents, the comparison takes 8 bytes for each of their values and keys.
public struct JSONDifferences: Sendable {
  /// The first differences, in the order of the actual text.
  ///
  /// The missing members of an object come after its other members, in the order of the expected
  /// text.
  public let first: [JSONDifference]

  /// The number of all differences.
  public let count: Int

  /// Compares two values.
  ///
  /// - Parameters:
  ///   - expected: the expected value.
  ///   - actual: the actual value, of the same document or another.
  ///   - path: the path of the actual value, with which all paths begin.
  ///   - limit: how many differences `first` keeps; the rest are only counted.
  public init(
    from expected: JSONNode, to actual: JSONNode, at path: String = "$", limit: Int = 10
  ) {
    var finder = JSONDifferenceFinder(from: expected, to: actual, limit: limit)
    finder.find()
    count = finder.count
    // A missing value has no place in the actual text, but its container has.
    let places = finder.first.map { JSONNode(document: actual.document, index: $0.actualPlace) }
    let paths = JSONPath.shortPaths(of: places, in: actual, from: path)
    first = zip(finder.first, paths).map { place, path in
      let value = { JSONNode(document: expected.document, index: $0) }
      let found = JSONNode(document: actual.document, index: place.actualPlace)
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

/// A place where a value is not the expected one.
public struct JSONDifference: Sendable {
  /// What is wrong at the place.
  public enum Kind: Sendable, Hashable {
    /// The value is not the expected one.
    case changed
    /// A value is expected, and there is none.
    case missing
    /// There is a value, and none is expected.
    case unexpected
  }

  /// The path in the actual value: `$.items[3].name`, `$['a b'][0]`.
  ///
  /// Names follow a dot where RFC 9535 allows it; otherwise they are in brackets and quotes. A
  /// missing element is not in the actual list: its path is that of the actual list, followed by
  /// its position in the expected list.
  public let path: String

  /// The expected value; nil if no value is expected.
  public let expected: JSONNode?

  /// The actual value; nil if it is missing.
  public let actual: JSONNode?

  /// What is wrong there.
  public var kind: Kind {
    guard expected != nil else { return .unexpected }
    return actual == nil ? .missing : .changed
  }
}

/// Digests of a value and of all its descendants; equal values have equal digests.
///
/// Other values have the same digest by chance only, one time in 2 to the 64th. The digests differ
/// in each run of a program, so that texts with equal digests cannot be prepared in advance.
struct JSONDigests {
  let document: JSONDocument
  private let base: Int
  private var digests: [Int]

  /// Computes the digests of a value, in time that grows with the length of its text.
  init(of value: JSONNode) {
    document = value.document
    base = value.index
    digests = [Int](repeating: 0, count: Int(value.entry.next) - base)
    // On the tape, the descendants of a value come after it.
    for place in (base..<base + digests.count).reversed() {
      digests[place - base] = digest(at: place)
    }
  }

  subscript(place: Int) -> Int { digests[place - base] }

  func isScalar(_ place: Int) -> Bool { !document.tape[place].kind.isContainer }

  /// Returns the places of the elements of a list, or of the values of the members of an object.
  func elements(of list: Int) -> [Int] {
    var places: [Int] = []
    var children = JSONChildren(of: list, in: document.tape)
    while let place = children.next(in: document.tape) { places.append(place) }
    return places
  }

  /// Returns the places of an object's keys, in the order of the text; of a repeated key, the last.
  func keys(of object: Int) -> [Int] {
    let places = elements(of: object).map { $0 - 1 }
    var known = Set<Int>(minimumCapacity: places.count)
    let isLast = places.reversed().map { known.insert(self[$0]).inserted }
    return known.count == places.count
      ? places : zip(places, isLast.reversed()).filter(\.1).map(\.0)
  }

  private func digest(at place: Int) -> Int {
    let value = JSONNode(document: document, index: place)
    var hasher = Hasher()
    hasher.combine(value.kind)
    switch value.kind {
    case .null: break
    case .boolean: hasher.combine(value.boolean)
    case .number: combine(value, into: &hasher)
    case .string where value.entry.isEscaped:
      value.decodedBytes.withUnsafeBytes { hasher.combine(bytes: $0) }
    case .string:
      value.bytes.dropFirst().dropLast().withUnsafeBytes { hasher.combine(bytes: $0) }
    case .array: for element in elements(of: place) { hasher.combine(self[element]) }
    // A sum is the same in any order.
    case .object: hasher.combine(keys(of: place).reduce(0) { $0 &+ memberDigest(of: $1) })
    }
    return hasher.finalize()
  }

  /// Combines the same for `1`, `1.0` and `10e-1`.
  private func combine(_ value: JSONNode, into hasher: inout Hasher) {
    let bytes = value.bytes
    // Most numbers are short integers.
    if bytes.count < 19, bytes.allSatisfy(\.isDigit) {
      hasher.combine(bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    } else if let number = value.number {
      if let integer = number.integer { hasher.combine(integer) } else { hasher.combine(number) }
    }
  }

  private func memberDigest(of key: Int) -> Int {
    var hasher = Hasher()
    hasher.combine(self[key])
    hasher.combine(self[key + 1])
    return hasher.finalize()
  }

  /// Returns a mark that a value shares with those of which it is likely a version.
  ///
  /// Returns a number that is the same for all similar values; nil if the value has no first
  /// member.
  func mark(of place: Int, level: Int) -> Int? {
    if level == 0 { return self[place] }
    let entry = document.tape[place]
    if level == 2 { return Int(entry.kind.rawValue) }
    return entry.kind == .object && Int(entry.next) > place + 1 ? memberDigest(of: place + 1) : nil
  }
}
