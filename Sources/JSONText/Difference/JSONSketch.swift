/// What a value is like, in short: enough to tell which values of two lists are versions of one.
struct JSONSketch {
  let kind: JSONKind
  /// Digests of what stands directly in a container, in ascending order: of the keys and the members
  /// of an object, of the elements of a list; none for a scalar.
  let marks: [UInt64]

  /// What it costs to leave one value out, or to put one in: one difference.
  static let costOfOne = 64

  /// What it costs to change this value into one that is not equal, from `costOfOne` to less than
  /// twice as much: a change is always better than leaving out the one and putting in the other.
  func cost(of other: JSONSketch) -> Int {
    guard kind == other.kind else { return 2 * Self.costOfOne - 1 }
    let most = max(marks.count, other.marks.count)
    guard most > 0 else { return Self.costOfOne }
    let different = most - sharedCount(with: other)
    return Self.costOfOne + (Self.costOfOne - 1) * different / most
  }

  private func sharedCount(with other: JSONSketch) -> Int {
    var (left, right, shared) = (0, 0, 0)
    while left < marks.count, right < other.marks.count {
      if marks[left] == other.marks[right] {
        shared += 1
        left += 1
        right += 1
      } else if marks[left] < other.marks[right] {
        left += 1
      } else {
        right += 1
      }
    }
    return shared
  }
}

extension JSONDigests {
  /// How many children of a container a sketch looks at.
  private static var sketchedChildren: Int { 64 }

  /// What a value is like.
  ///
  /// - Parameter place: that of a value whose digest was asked for, or of what stands in one.
  /// - Returns: the sketch.
  func sketch(of place: Int) -> JSONSketch {
    let entry = document.tape[place]
    var marks: [UInt64] = []
    var child = place + 1
    let end = Int(entry.next)
    for _ in 0..<Self.sketchedChildren where child < end {
      if entry.kind == .object {
        marks.append(known(child))
        marks.append(memberDigest(child, child + 1))
        child += 1
      } else {
        marks.append(known(child))
      }
      child = Int(document.tape[child].next)
    }
    return JSONSketch(kind: entry.kind, marks: marks.sorted())
  }
}
