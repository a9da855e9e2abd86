extension JSONPathEvaluation {
  mutating func follow(
    _ selector: JSONPathSelector, in place: Int, then segments: [JSONPathSegment],
    _ position: Int, into found: inout JSONPathFindings
  ) throws(JSONPathEvaluationError) {
    switch selector {
    // Without its value, a parameter selects nothing.
    case .parameter: return
    case .name, .index:
      guard let child = try child(selector, of: place) else { return }
      try follow(segments, position, from: child, into: &found)
    case .wildcard, .items:
      if rules.needsLists, tape[place].kind == .object, case .items = selector { return }
      var children = JSONChildren(of: place, in: tape)
      while let child = children.next(in: tape), !found.isComplete {
        try visit()
        try follow(segments, position, from: child, into: &found)
      }
    case .filter(let test):
      var children = JSONChildren(of: place, in: tape)
      while let child = children.next(in: tape), !found.isComplete {
        try visit()
        guard try holds(test, at: child) else { continue }
        try follow(segments, position, from: child, into: &found)
      }
    case .slice(let slice):
      guard tape[place].kind == .array else { return }
      let elements = try elements(of: place, upTo: slice.reach ?? .max)
      for index in slice.positions(in: elements.count) where !found.isComplete {
        try visit()
        try follow(segments, position, from: Int(elements[index]), into: &found)
      }
    }
  }

  /// Returns the one child that a name or an index selects.
  ///
  /// Throws if a name that has to be unique occurs twice: which of them leads to the values is not
  /// known.
  mutating func child(
    _ selector: JSONPathSelector, of place: Int, isUnique: Bool = false
  ) throws(JSONPathEvaluationError) -> Int? {
    switch selector {
    case .name(let name): try member(name, of: place, isUnique: isUnique)
    case .index(let index): try element(index, of: place)
    case .slice, .filter, .wildcard, .items, .parameter: nil
    }
  }

  private mutating func member(
    _ name: [UInt8], of place: Int, isUnique: Bool
  ) throws(JSONPathEvaluationError) -> Int? {
    guard tape[place].kind == .object else { return nil }
    var found: Int?
    var isRepeated = false
    var count = 1
    var key = place + 1
    let end = Int(tape[place].next)
    while key < end {
      if isKey(key, name) {
        isRepeated = found != nil
        found = key + 1
      }
      count += 1
      key = Int(tape[key + 1].next)
    }
    try visit(count)
    if isUnique, isRepeated { throw .repeatedKey(String(decoding: name, as: UTF8.self)) }
    return found
  }

  private func isKey(_ place: Int, _ name: [UInt8]) -> Bool {
    let key = tape[place]
    if key.isEscaped { return value(at: place).decodes(to: name) }
    let start = Int(key.start) + 1
    guard Int(key.end) - start - 1 == name.count else { return false }
    for offset in 0..<name.count where document.bytes[start + offset] != name[offset] {
      return false
    }
    return true
  }

  private mutating func element(
    _ index: Int, of place: Int
  ) throws(JSONPathEvaluationError) -> Int? {
    guard tape[place].kind == .array else { return nil }
    var rest = index
    if index < 0 { rest += try count(of: place) }
    guard rest >= 0 else { return nil }
    var passed = 1
    var children = JSONChildren(of: place, in: tape)
    var child = children.next(in: tape)
    while child != nil, passed <= rest {
      passed += 1
      child = children.next(in: tape)
    }
    try visit(passed)
    return child
  }

  mutating func count(of place: Int) throws(JSONPathEvaluationError) -> Int {
    let count = value(at: place).count
    try visit(count)
    return count
  }

  private mutating func elements(
    of place: Int, upTo limit: Int
  ) throws(JSONPathEvaluationError) -> [UInt32] {
    var elements: [UInt32] = []
    var children = JSONChildren(of: place, in: tape)
    while elements.count < limit, let child = children.next(in: tape) {
      elements.append(UInt32(truncatingIfNeeded: child))
    }
    try visit(elements.count)
    return elements
  }
}
