/// The members of an object that count: of each key the last.
struct JSONCountedMembers {
  /// The places of their keys and values on the tape, in the order of the text.
  private(set) var members: [(key: Int, value: Int)] = []

  private let document: JSONDocument
  /// Where each key is in `members`; empty for small objects, which are quicker looked through.
  private var positions: [JSONMemberKey: Int] = [:]

  private static let smallCount = 16

  /// Reads the members of an object.
  init(of object: JSONValue) {
    document = object.document
    for (key, value) in object.members.places {
      if members.count == Self.smallCount {
        readLarge(object)
        return
      }
      if let before = members.firstIndex(where: { isSame($0.key, key) }) {
        members.remove(at: before)
      }
      members.append((key.index, value.index))
    }
  }

  private mutating func readLarge(_ object: JSONValue) {
    members = []
    for (key, value) in object.members.places {
      // A key that was there before is left behind, marked by no value.
      if let before = positions.updateValue(members.count, forKey: JSONMemberKey(key)) {
        members[before].value = -1
      }
      members.append((key.index, value.index))
    }
    guard positions.count < members.count else { return }
    members.removeAll { $0.value < 0 }
    for (position, member) in members.enumerated() {
      positions[JSONMemberKey(JSONValue(document: document, index: member.key))] = position
    }
  }

  /// Where a key stands in `members`, or nil if it does not.
  ///
  /// - Parameters:
  ///   - key: a key of this object or another.
  ///   - guess: where it may well be.
  /// - Returns: its index in `members`.
  func position(of key: JSONValue, near guess: Int) -> Int? {
    if guess < members.count, isSame(members[guess].key, key) { return guess }
    if !positions.isEmpty { return positions[JSONMemberKey(key)] }
    return members.firstIndex { isSame($0.key, key) }
  }

  private func isSame(_ place: Int, _ key: JSONValue) -> Bool {
    JSONValue(document: document, index: place).isSameText(as: key)
  }
}

/// A key that is the same as others that decode to the same Unicode scalars.
struct JSONMemberKey: Hashable {
  private let key: JSONValue

  init(_ key: JSONValue) { self.key = key }

  static func == (left: JSONMemberKey, right: JSONMemberKey) -> Bool {
    left.key.isSameText(as: right.key)
  }

  func hash(into hasher: inout Hasher) {
    if key.entry.isEscaped {
      key.decodedOctets.withUnsafeBytes { hasher.combine(bytes: $0) }
    } else {
      let content = key.document.octets[key.range.lowerBound + 1..<key.range.upperBound - 1]
      content.withUnsafeBytes { hasher.combine(bytes: $0) }
    }
  }
}
