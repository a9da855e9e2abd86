/// A place at which two shapes differ.
public struct JSONShapeDifference: Sendable, Hashable {
  /// How they differ.
  public enum Change: Sendable, Hashable {
    /// No value is there any more.
    case removed
    /// A value is there that was not.
    case added
    /// The values have other kinds.
    case retyped
    /// A value is missing in some of the objects, all of which had one.
    case optional
    /// The values are null now, were null before, or may be null now; or they are missing where
    /// not every object had them.
    case uncertain
  }

  /// The place, with `.*` for the elements of lists and the members of maps.
  public let path: JSONPath
  /// How they differ there.
  public let change: Change
  /// The kinds before; empty where no value was.
  public let before: Set<JSONKind>
  /// The kinds after; empty where no value is.
  public let after: Set<JSONKind>

  /// Whether a program that reads the values may fail because of it.
  public var isBreaking: Bool { change == .removed || change == .retyped }

  private init(
    _ change: Change, at place: [JSONPathSegment], from before: Set<JSONKind>,
    to after: Set<JSONKind>
  ) {
    path = JSONPath(segments: place)
    self.change = change
    self.before = before
    self.after = after
  }

  /// Compares two shapes.
  ///
  /// - Parameters:
  ///   - before: the old shape.
  ///   - after: the new shape.
  /// - Returns: the differences in the order of the old shape, the added ones last in each object.
  ///   What is below an added or removed place is not listed.
  public static func all(from before: JSONShape, to after: JSONShape) -> [JSONShapeDifference] {
    var found: [JSONShapeDifference] = []
    compare(before, after, at: [], into: &found)
    return found
  }

  private static func compare(
    _ before: JSONShape, _ after: JSONShape, at path: [JSONPathSegment],
    into found: inout [JSONShapeDifference]
  ) {
    guard !before.isUnknown, !after.isUnknown else { return }
    func note(_ change: Change) {
      found.append(JSONShapeDifference(change, at: path, from: before.kinds, to: after.kinds))
    }
    let (old, new) = (before.kinds.subtracting([.null]), after.kinds.subtracting([.null]))
    guard !old.isEmpty, !new.isEmpty else {
      // Null says nothing about the values that may come in its place.
      if before.kinds != after.kinds { note(.uncertain) }
      return
    }
    if !new.isSubset(of: old) {
      note(.retyped)
    } else if after.kinds.contains(.null), !before.kinds.contains(.null) {
      note(.uncertain)
    }
    if let one = before.elements.first, let other = after.elements.first {
      compare(one, other, at: path + [JSONPathSegment([.wildcard])], into: &found)
    }
    if old.contains(.object), new.contains(.object) {
      compareMembers(before, after, at: path, into: &found)
    }
  }

  private static func compareMembers(
    _ before: JSONShape, _ after: JSONShape, at path: [JSONPathSegment],
    into found: inout [JSONShapeDifference]
  ) {
    if before.hasKeysOfData {
      let (one, other) = (before.ofMembers, after.ofMembers)
      if !before.keys.isEmpty, !after.keys.isEmpty {
        compare(one, other, at: path + [JSONPathSegment([.wildcard])], into: &found)
      }
      return
    }
    for key in before.keys {
      guard let (shape, count) = before.members[key] else { continue }
      let place = path + [JSONPathSegment([.name(Array(key.utf8))])]
      if let other = after.members[key] {
        let known = found.count
        compare(shape, other.shape, at: place, into: &found)
        if found.count == known, count == before.objects, other.count < after.objects {
          found.append(
            JSONShapeDifference(.optional, at: place, from: shape.kinds, to: other.shape.kinds))
        }
      } else {
        let change = count == before.objects ? Change.removed : .uncertain
        found.append(JSONShapeDifference(change, at: place, from: shape.kinds, to: []))
      }
    }
    for key in after.keys where before.members[key] == nil && !before.hasUnknownKeys {
      let place = path + [JSONPathSegment([.name(Array(key.utf8))])]
      let kinds = after.members[key]?.shape.kinds ?? []
      found.append(JSONShapeDifference(.added, at: place, from: [], to: kinds))
    }
  }
}
