/// What values look like: their kinds, and the shapes of the values in them, without the values.
///
/// The elements of a list share one shape. So do the members of an object whose keys are data, such
/// as ids, and not names.
public struct JSONShape: Sendable {
  /// The kinds of the values.
  public private(set) var kinds: Set<JSONKind> = []
  private(set) var objects = 0
  /// The keys of the objects, in the order in which they were first seen.
  private(set) var keys: [String] = []
  private(set) var members: [String: (shape: JSONShape, count: Int)] = [:]
  /// The shape of all elements of the lists; empty if they have none.
  private(set) var elements: [JSONShape] = []
  /// Whether a value stands for another one, so that its kind says nothing.
  private(set) var isUnknown = false
  /// Whether a key stands for another one.
  private(set) var hasUnknownKeys = false

  /// Creates the shape of a value.
  ///
  /// - Parameters:
  ///   - value: the value.
  ///   - standsIn: returns whether a string stands for a value of any kind, or a key for any key.
  public init(of value: JSONNode, wherever standsIn: (String) -> Bool = { _ in false }) {
    add(value, standsIn)
  }

  private init() {}

  private mutating func add(_ value: JSONNode, _ standsIn: (String) -> Bool) {
    if value.kind == .string, let text = value.string, standsIn(text) {
      isUnknown = true
      return
    }
    kinds.insert(value.kind)
    switch value.kind {
    case .array:
      for element in value.elements {
        if elements.isEmpty { elements.append(JSONShape()) }
        elements[0].add(element, standsIn)
      }
    case .object:
      objects += 1
      var seen: Set<String> = []
      for (key, member) in value.members {
        guard !standsIn(key) else {
          hasUnknownKeys = true
          continue
        }
        if members[key] == nil {
          keys.append(key)
          members[key] = (JSONShape(), 0)
        }
        members[key]?.shape.add(member, standsIn)
        if seen.insert(key).inserted { members[key]?.count += 1 }
      }
    default: break
    }
  }

  mutating func merge(_ other: JSONShape) {
    kinds.formUnion(other.kinds)
    isUnknown = isUnknown || other.isUnknown
    hasUnknownKeys = hasUnknownKeys || other.hasUnknownKeys
    objects += other.objects
    if let theirs = other.elements.first {
      if elements.isEmpty { elements.append(theirs) } else { elements[0].merge(theirs) }
    }
    for key in other.keys {
      guard let theirs = other.members[key] else { continue }
      if members[key] == nil { keys.append(key) }
      var mine = members[key] ?? (JSONShape(), 0)
      mine.shape.merge(theirs.shape)
      mine.count += theirs.count
      members[key] = mine
    }
  }

  var ofMembers: JSONShape {
    var merged = JSONShape()
    for key in keys { if let member = members[key] { merged.merge(member.shape) } }
    return merged
  }

  // MARK: Keys that are data

  /// The number of members with one shape from which their keys count as data.
  private static let manyMembers = 20

  /// Whether the keys are data: all of them look like ids, or very many members look the same.
  var hasKeysOfData: Bool {
    guard !keys.isEmpty else { return false }
    if keys.allSatisfy(Self.isID) { return true }
    guard keys.count >= Self.manyMembers, let first = members[keys[0]]?.shape else { return false }
    return members.values.allSatisfy {
      $0.shape.kinds == first.kinds && Set($0.shape.keys) == Set(first.keys)
    }
  }

  /// Whether a key looks like data rather than a name: a number, hexadecimal digits, an address, or
  /// a path.
  private static func isID(_ key: String) -> Bool {
    let bytes = key.utf8
    guard !bytes.isEmpty else { return false }
    let digits = bytes.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    if bytes.contains(UInt8(ascii: "/")) || bytes.dropFirst().contains(UInt8(ascii: "@")) {
      return true
    }
    if digits > 0, bytes.contains(UInt8(ascii: ":")) { return true }
    if digits == bytes.count { return true }
    let isHexadecimal = bytes.allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        || byte == UInt8(ascii: "-")
    }
    return isHexadecimal && digits > 0 && bytes.count >= 8
  }
}
