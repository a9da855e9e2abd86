/// Walks through two values side by side, in the order of the actual text.
struct JSONDifferenceFinder {
  let expected: JSONDocument
  let actual: JSONDocument
  let limit: Int

  /// The first differences, as many as the limit allows.
  private(set) var first: [JSONDifferencePlace] = []
  /// How many there are in all.
  private(set) var count = 0

  /// What is left to compare, the next one last: depth costs no stack.
  private var pending: [JSONDifferencePlace]
  /// How many steps may still go into finding out which elements belong together.
  var alignmentSteps = JSONAlignment.maxSteps

  private var sameRun = JSONSameRun()
  private(set) var expectedDigests: JSONDigests
  private(set) var actualDigests: JSONDigests

  /// Compares two values of this document or that.
  init(from expected: JSONValue, to actual: JSONValue, limit: Int) {
    self.expected = expected.document
    self.actual = actual.document
    self.limit = limit
    pending = [.pair(expected.index, actual.index)]
    expectedDigests = JSONDigests(of: expected)
    actualDigests = JSONDigests(of: actual)
  }

  /// Goes through all that is left.
  mutating func find() {
    while let place = pending.popLast() {
      guard case .pair(let old, let new) = place else {
        record(place)
        continue
      }
      let (left, right) = (expected.tape[old], actual.tape[new])
      switch (left.kind, right.kind) {
      case (.array, .array) where !hasSameOctets(old, new):
        push(elementSteps(from: old, to: new))
      case (.object, .object) where !hasSameOctets(old, new):
        push(memberSteps(from: old, to: new))
      case (.array, .array), (.object, .object):
        continue
      default:
        if !isEqual(old, new) { record(place) }
      }
    }
  }

  private mutating func record(_ place: JSONDifferencePlace) {
    count += 1
    if first.count < limit { first.append(place) }
  }

  private mutating func push(_ steps: [JSONDifferencePlace]) {
    pending.append(contentsOf: steps.reversed())
  }

  /// Says whether two values are written alike, and so are the same.
  mutating func hasSameOctets(_ old: Int, _ new: Int) -> Bool {
    sameRun.covers(
      expected.tape[old].range, of: expected.octets, actual.tape[new].range, of: actual.octets)
  }

  /// Says whether two values are the same data.
  ///
  /// However often it is asked about values and about what stands in them, it reads each a few times
  /// only: those that are not equal have other digests, and equal ones are not looked into.
  mutating func isEqual(_ old: Int, _ new: Int) -> Bool {
    let (left, right) = (expected.tape[old], actual.tape[new])
    guard left.kind == right.kind else { return false }
    if hasSameOctets(old, new) { return true }
    switch left.kind {
    case .null, .boolean: return false
    case .string where !left.isEscaped && !right.isEscaped: return false
    default:
      return digest(ofExpected: old) == digest(ofActual: new)
        && JSONValue(document: expected, index: old)
          .isEqual(to: JSONValue(document: actual, index: new))
    }
  }

  /// The digest of an expected value, the same for all that are equal to it.
  mutating func digest(ofExpected place: Int) -> UInt64 { expectedDigests.digest(of: place) }

  /// The digest of an actual value, the same for all that are equal to it.
  mutating func digest(ofActual place: Int) -> UInt64 { actualDigests.digest(of: place) }
}
