/// Finds out which elements of two lists belong together, so that few differences are left.
///
/// Of short lists, up to `maxCells` for the product of their lengths, all alignments are compared
/// (Wagner and Fischer, 1974), and of elements that are not equal the most alike are paired. Longer
/// ones are first cut at a longest common subsequence, if it takes at most `maxEdits` elements left
/// out or put in (Myers, 1986). What is longer than that, or comes when all steps are used up, is
/// paired by position.
struct JSONAlignment {
  /// An expected and an actual element, by their positions.
  struct Pair {
    let expected: Int
    let actual: Int
    let isSame: Bool

    init(_ expected: Int, _ actual: Int, isSame: Bool) {
      self.expected = expected
      self.actual = actual
      self.isSame = isSame
    }
  }

  /// How many steps all lists of two documents may take.
  static let maxSteps = 1 << 25
  private static let maxCells = 1 << 18
  private static let maxEdits = 1024

  private let expected: [Int]
  private let actual: [Int]
  /// How many steps are left.
  private(set) var steps: Int
  /// The elements that belong together, in ascending order in both lists.
  private(set) var pairs: [Pair] = []

  /// Prepares an alignment.
  ///
  /// - Parameters:
  ///   - expected: a number for each expected element, the same for equal ones.
  ///   - actual: the same for each actual element.
  ///   - steps: how many steps it may take.
  init(of expected: [Int], with actual: [Int], steps: Int) {
    self.expected = expected
    self.actual = actual
    self.steps = steps
  }

  /// Makes the pairs.
  ///
  /// - Parameters:
  ///   - expectedSketch: what the expected element at a position is like.
  ///   - actualSketch: what the actual element at a position is like.
  mutating func align(
    expectedSketch: (Int) -> JSONSketch, actualSketch: (Int) -> JSONSketch
  ) {
    var anchors: [(expected: Int, actual: Int)] = []
    if !isSmall(expected.count, actual.count) {
      anchors = JSONAnchors.find(
        in: expected, and: actual, maxEdits: Self.maxEdits, steps: &steps)
    }
    var (left, right) = (0, 0)
    for anchor in anchors + [(expected.count, actual.count)] {
      alignGap(
        left..<anchor.expected, right..<anchor.actual, expectedSketch, actualSketch)
      guard anchor.expected < expected.count else { break }
      pairs.append(Pair(anchor.expected, anchor.actual, isSame: true))
      left = anchor.expected + 1
      right = anchor.actual + 1
    }
  }

  private func isSmall(_ left: Int, _ right: Int) -> Bool {
    left <= Self.maxCells && right <= Self.maxCells && left * right <= Self.maxCells
  }

  private mutating func alignGap(
    _ left: Range<Int>, _ right: Range<Int>, _ expectedSketch: (Int) -> JSONSketch,
    _ actualSketch: (Int) -> JSONSketch
  ) {
    if left.isEmpty || right.isEmpty { return }
    if isSmall(left.count, right.count), left.count + right.count > 2 {
      let grid = JSONAlignmentGrid(
        expected[left], left.map(expectedSketch), actual[right], right.map(actualSketch))
      steps -= grid.stepCount
      if steps > 0 {
        pairs += grid.pairs()
        return
      }
    }
    for (position, other) in zip(left, right) {
      pairs.append(Pair(position, other, isSame: expected[position] == actual[other]))
    }
  }
}
