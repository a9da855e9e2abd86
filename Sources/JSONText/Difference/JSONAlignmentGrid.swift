/// Compares all alignments of two short lists, and finds one of least cost.
struct JSONAlignmentGrid {
  private let expected: ArraySlice<Int>
  private let actual: ArraySlice<Int>
  private let expectedSketches: [JSONSketch]
  private let actualSketches: [JSONSketch]

  /// Prepares the comparison of two lists, given as numbers of which equal elements have the same,
  /// and as sketches.
  init(
    _ expected: ArraySlice<Int>, _ expectedSketches: [JSONSketch], _ actual: ArraySlice<Int>,
    _ actualSketches: [JSONSketch]
  ) {
    self.expected = expected
    self.actual = actual
    self.expectedSketches = expectedSketches
    self.actualSketches = actualSketches
  }

  /// About how many steps it takes.
  var stepCount: Int {
    let left = expectedSketches.reduce(0) { $0 + $1.marks.count }
    let right = actualSketches.reduce(0) { $0 + $1.marks.count }
    return expected.count * actual.count + left * actual.count + right * expected.count
  }

  private enum Move: UInt8 { case pair, leaveOut, putIn }

  /// The elements that belong together, by their positions; the earliest, where several do as well.
  func pairs() -> [JSONAlignment.Pair] {
    let moves = moves()
    var pairs: [JSONAlignment.Pair] = []
    var (left, right) = (0, 0)
    while left < expected.count, right < actual.count {
      switch moves[left * actual.count + right] {
      case .pair:
        let (position, other) = (expected.startIndex + left, actual.startIndex + right)
        pairs.append(.init(position, other, isSame: expected[position] == actual[other]))
        left += 1
        right += 1
      case .leaveOut: left += 1
      case .putIn: right += 1
      }
    }
    return pairs
  }

  /// The best way on from each pair of positions, row by row.
  private func moves() -> [Move] {
    let width = actual.count
    var moves = [Move](repeating: .pair, count: expected.count * width)
    // What it costs from a position on: in the row below, which is filled already, and in this one.
    var below = (0...width).map { (width - $0) * JSONSketch.costOfOne }
    var row = below
    for left in expected.indices.reversed() {
      let sketch = expectedSketches[left - expected.startIndex]
      row[width] = below[width] + JSONSketch.costOfOne
      for column in (0..<width).reversed() {
        let isSame = expected[left] == actual[actual.startIndex + column]
        let pair = below[column + 1] + (isSame ? 0 : sketch.cost(of: actualSketches[column]))
        let leaveOut = below[column] + JSONSketch.costOfOne
        let putIn = row[column + 1] + JSONSketch.costOfOne
        let best = min(pair, leaveOut, putIn)
        row[column] = best
        if best != pair {
          moves[(left - expected.startIndex) * width + column] =
            best == leaveOut ? .leaveOut : .putIn
        }
      }
      swap(&row, &below)
    }
    return moves
  }
}
