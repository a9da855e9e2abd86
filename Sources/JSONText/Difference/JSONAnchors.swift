/// Finds a longest common subsequence of two long lists that are much alike.
///
/// The way to it is that of "An O(ND) Difference Algorithm and Its Variations" (Myers, 1986).
enum JSONAnchors {
  /// Finds the elements that two lists have in common.
  ///
  /// - Parameters:
  ///   - left: a number for each element, the same for equal ones.
  ///   - right: those of the other list.
  ///   - maxEdits: how many elements may be left out and put in.
  ///   - steps: how many steps it may take, and afterwards how many are left.
  /// - Returns: their positions in both lists, in ascending order; none where it would take more.
  static func find(
    in left: [Int], and right: [Int], maxEdits: Int, steps: inout Int
  ) -> [(expected: Int, actual: Int)] {
    guard abs(left.count - right.count) <= maxEdits else { return [] }
    // A diagonal is all pairs of positions with the same difference. How far each one reaches so
    // far, from that of -maxEdits - 1 to that of maxEdits + 1.
    let middle = maxEdits + 1
    var reach = [Int](repeating: 0, count: 2 * middle + 1)
    // What each round of one more edit began with, from the diagonal -edits to that of edits.
    var rounds: [[Int]] = []
    for edits in 0...maxEdits {
      rounds.append(Array(reach[middle - edits...middle + edits]))
      for diagonal in stride(from: -edits, through: edits, by: 2) {
        let start = Edit(to: diagonal, edits) { reach[middle + $0] }.position
        var position = start
        while position < left.count, position - diagonal < right.count,
          left[position] == right[position - diagonal]
        {
          position += 1
        }
        reach[middle + diagonal] = position
        steps -= 1 + position - start
        guard steps > 0 else { return [] }
        if position == left.count, position - diagonal == right.count {
          return trace(back: position, diagonal, rounds)
        }
      }
    }
    return []
  }

  /// Where a diagonal goes on after one more edit.
  private struct Edit {
    /// The position in the left list.
    let position: Int
    /// The diagonal that the edit comes from.
    let origin: Int

    init(to diagonal: Int, _ edits: Int, _ reach: (Int) -> Int) {
      if edits == 0 {
        (position, origin) = (0, 0)
      } else if diagonal == -edits
        || diagonal != edits && reach(diagonal - 1) < reach(diagonal + 1)
      {
        (position, origin) = (reach(diagonal + 1), diagonal + 1)
      } else {
        (position, origin) = (reach(diagonal - 1) + 1, diagonal - 1)
      }
    }
  }

  private static func trace(
    back end: Int, _ diagonal: Int, _ rounds: [[Int]]
  ) -> [(expected: Int, actual: Int)] {
    var anchors: [(expected: Int, actual: Int)] = []
    var (position, diagonal) = (end, diagonal)
    for (edits, reach) in rounds.enumerated().reversed() {
      let edit = Edit(to: diagonal, edits) { reach[edits + $0] }
      while position > edit.position {
        position -= 1
        anchors.append((position, position - diagonal))
      }
      // Where the edit comes from, that diagonal had reached its end.
      if edits > 0 { position = reach[edits + edit.origin] }
      diagonal = edit.origin
    }
    return anchors.reversed()
  }
}
