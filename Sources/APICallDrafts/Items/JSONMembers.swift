import APICallBase

/// A JSON object that is put together from items: `a=1`, `a[b]=2`, `a[]=3`.
struct JSONMembers {
  private(set) var root = DraftJSON.object([])

  /// The most keys of one place: as deep as a file may nest values.
  private static let mostKeys = 32

  mutating func add(_ value: DraftJSON, at place: String) throws(Failure) {
    guard let keys = Self.keys(in: place) else {
      throw Failure(
        .usage, "'\(place)' has brackets that do not match",
        hint: "write name[key]=VALUE or name[]=VALUE; for other names, send JSON from a file: @FILE"
      )
    }
    guard keys.count <= Self.mostKeys else {
      throw Failure(
        .usage,
        "'\(keys[0])' has \(keys.count - 1) keys in brackets; \(Self.mostKeys - 1) are allowed",
        hint: "send the JSON from a file: @FILE")
    }
    root = try Self.adding(value, at: keys[...], of: place, to: root)
  }

  private static func adding(
    _ value: DraftJSON, at keys: ArraySlice<String>, of place: String, to tree: DraftJSON?
  ) throws(Failure) -> DraftJSON {
    guard let key = keys.first else {
      guard tree == nil else {
        throw Failure(.usage, "'\(place)' has two values", hint: "write \(place)[]= for a list")
      }
      return value
    }
    let rest = keys.dropFirst()
    if key.isEmpty {
      switch tree {
      case nil: return .array([try adding(value, at: rest, of: place, to: nil)])
      case .array(let items):
        return .array(items + [try adding(value, at: rest, of: place, to: nil)])
      default: break
      }
    } else {
      switch tree {
      case nil: return .object([(key, try adding(value, at: rest, of: place, to: nil))])
      case .object(var members):
        let index = members.firstIndex { $0.name.utf8.elementsEqual(key.utf8) }
        let new = try adding(value, at: rest, of: place, to: index.map { members[$0].value })
        if let index { members[index].value = new } else { members.append((key, new)) }
        return .object(members)
      default: break
      }
    }
    throw Failure(
      .usage, "'\(place)' leads into a value that is not a \(key.isEmpty ? "list" : "map")")
  }

  /// The keys of a place: `a[b][]` has three; nil if the brackets do not match.
  private static func keys(in place: String) -> [String]? {
    guard let open = place.firstIndex(of: "["), open != place.startIndex else { return [place] }
    var keys = [String(place[..<open])]
    var rest = place[open...]
    while rest.first == "[" {
      guard let close = rest.firstIndex(of: "]") else { return nil }
      keys.append(String(rest[rest.index(after: rest.startIndex)..<close]))
      rest = rest[rest.index(after: close)...]
    }
    return rest.isEmpty ? keys : nil
  }
}
