/// What a step selects among the children of a value, of each child by its key or position alone.
extension JSONPathSegment {
  /// The largest position that is followed: the elements before it are kept.
  private static let lastPosition = 1000

  /// Whether it can be decided for each child as it arrives: by a step with names and positions, or
  /// to all children.
  var isFollowable: Bool {
    if isDescendant { return false }
    if selectsAll { return selectors.count == 1 }
    return selectors.allSatisfy { selector in
      switch selector {
      case .name: true
      case .index(let index): 0...Self.lastPosition ~= index
      case .slice, .filter, .parameter, .wildcard, .items: false
      }
    }
  }

  /// Whether it selects any child that there may be.
  var selectsAll: Bool {
    selectors.contains { selector in
      switch selector {
      case .wildcard, .items: true
      case .name, .index, .slice, .filter, .parameter: false
      }
    }
  }

  func selects(_ key: some Collection<UInt8>) -> Bool {
    selectors.contains { selector in
      switch selector {
      case .name(let name): name.elementsEqual(key)
      case .wildcard, .items: true
      case .index, .slice, .filter, .parameter: false
      }
    }
  }

  func selects(_ position: Int) -> Bool {
    selectors.contains { selector in
      switch selector {
      case .index(let index): index == position
      case .wildcard, .items: true
      case .name, .slice, .filter, .parameter: false
      }
    }
  }

  /// The number of elements up to the last one that it selects by its position.
  var elementCount: Int {
    selectors.map { if case .index(let index) = $0 { index + 1 } else { 0 } }.max() ?? 0
  }
}
