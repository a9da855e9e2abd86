/// Compares two values side by side, in the order of the actual text.
struct JSONDifferenceFinder {
  /// The limits for aligning lists: the product of two lists' lengths, without their common
  /// beginning and end, and the sum of those products over two documents.
  static let limits = (cells: 1 << 20, steps: 1 << 25)

  /// The first differences, up to the limit.
  private(set) var first: [JSONDifferencePlace] = []
  private(set) var count = 0

  private let expected: JSONDigests
  private let actual: JSONDigests
  private let limit: Int
  private var steps = Self.limits.steps
  /// The pairs still to compare, the next one last; depth costs no stack.
  private var pending: [JSONDifferencePlace]

  init(from expected: JSONNode, to actual: JSONNode, limit: Int) {
    self.expected = JSONDigests(of: expected)
    self.actual = JSONDigests(of: actual)
    self.limit = limit
    pending = [.pair(expected.index, actual.index)]
  }

  mutating func find() {
    while let place = pending.popLast() {
      if case .pair(let old, let new) = place {
        if expected[old] == actual[new] { continue }
        switch (expected.document.tape[old].kind, actual.document.tape[new].kind) {
        case (.array, .array):
          pending += elementSteps(from: old, to: new).reversed()
          continue
        case (.object, .object):
          pending += memberSteps(from: old, to: new).reversed()
          continue
        default: break
        }
      }
      count += 1
      if first.count < limit { first.append(place) }
    }
  }

  private func memberSteps(from old: Int, to new: Int) -> [JSONDifferencePlace] {
    let wanted = expected.keys(of: old)
    var rest = Dictionary(wanted.map { (expected[$0], $0) }, uniquingKeysWith: { $1 })
    var steps = actual.keys(of: new).map { key -> JSONDifferencePlace in
      rest.removeValue(forKey: actual[key]).map { .pair($0 + 1, key + 1) } ?? .unexpected(key + 1)
    }
    for key in wanted where rest[expected[key]] != nil {
      steps.append(.missingMember(key + 1, in: new))
    }
    return steps
  }

  private mutating func elementSteps(from old: Int, to new: Int) -> [JSONDifferencePlace] {
    let (wanted, found) = (expected.elements(of: old), actual.elements(of: new))
    let shorter = min(wanted.count, found.count)
    var head = 0
    while head < shorter, expected[wanted[head]] == actual[found[head]] { head += 1 }
    var tail = 0
    while tail < shorter - head,
      expected[wanted[wanted.count - 1 - tail]] == actual[found[found.count - 1 - tail]]
    {
      tail += 1
    }
    let (left, right) = (wanted[head..<wanted.count - tail], found[head..<found.count - tail])
    var steps: [JSONDifferencePlace] = []
    align(left, right, of: new, into: &steps)
    // Lists of scalars are compared by position if that takes no more steps.
    let same = zip(left, right).count { expected[$0] == actual[$1] }
    let isFlat =
      left.allSatisfy { expected.isScalar($0) } && right.allSatisfy { actual.isScalar($0) }
    guard isFlat, max(left.count, right.count) - same <= steps.count else { return steps }
    steps = []
    align(left, right, of: new, level: 3, into: &steps)
    return steps
  }

  /// Pairs equal elements, between those the similar ones, and the rest by position.
  private mutating func align(
    _ left: ArraySlice<Int>, _ right: ArraySlice<Int>, of list: Int, level: Int = 0,
    into result: inout [JSONDifferencePlace]
  ) {
    guard level < 3, !left.isEmpty, !right.isEmpty, left.count + right.count > 2,
      let common = common(left, right, level: level)
    else {
      result += zip(left, right).map { .pair($0, $1) }
      for position in left.indices.dropFirst(right.count) {
        result.append(.missingElement(left[position], position: position, in: list))
      }
      result += right.dropFirst(left.count).map { .unexpected($0) }
      return
    }
    var (start, begin) = (left.startIndex, right.startIndex)
    for (position, place) in common + [(left.endIndex, right.endIndex)] {
      align(
        left[start..<position], right[begin..<place], of: list, level: level + 1, into: &result)
      guard position < left.endIndex else { break }
      if level > 0 { result.append(.pair(left[position], right[place])) }
      (start, begin) = (position + 1, place + 1)
    }
  }

  /// Returns a longest common subsequence, by indices; nil if finding it would take too long.
  private mutating func common(
    _ left: ArraySlice<Int>, _ right: ArraySlice<Int>, level: Int
  ) -> [(Int, Int)]? {
    let (cells, overflow) = left.count.multipliedReportingOverflow(by: right.count)
    guard !overflow, cells <= Self.limits.cells, cells <= steps else { return nil }
    steps -= cells
    // An element without a mark is not similar to any other.
    let wanted = left.map { expected.mark(of: $0, level: level) ?? 0 }
    let found = right.map { actual.mark(of: $0, level: level) ?? 1 }
    // The length of the longest common subsequence from each pair of places on; at most the root of
    // the cells.
    let width = found.count + 1
    var counts = [UInt16](repeating: 0, count: (wanted.count + 1) * width)
    for row in wanted.indices.reversed() {
      for column in found.indices.reversed() {
        let cell = row * width + column
        counts[cell] =
          wanted[row] == found[column]
          ? counts[cell + width + 1] + 1 : max(counts[cell + width], counts[cell + 1])
      }
    }
    var pairs: [(Int, Int)] = []
    var (row, column) = (0, 0)
    while row < wanted.count, column < found.count {
      let cell = row * width + column
      if wanted[row] == found[column] {
        pairs.append((left.startIndex + row, right.startIndex + column))
        row += 1
        column += 1
      } else if counts[cell + width] >= counts[cell + 1] {
        row += 1
      } else {
        column += 1
      }
    }
    return pairs
  }
}

/// A step of a comparison: two corresponding values, or one without a counterpart.
///
/// Values are given by their places on the tape of their document.
enum JSONDifferencePlace {
  case pair(Int, Int)
  /// The value of an expected member that is missing from an actual object.
  case missingMember(Int, in: Int)
  /// An expected element, at a position of the expected list, that is missing from an actual list.
  case missingElement(Int, position: Int, in: Int)
  case unexpected(Int)

  /// The actual value, or the actual container from which the expected one is missing.
  var actualPlace: Int {
    switch self {
    case .pair(_, let place), .unexpected(let place), .missingMember(_, let place),
      .missingElement(_, _, let place):
      place
    }
  }
}
