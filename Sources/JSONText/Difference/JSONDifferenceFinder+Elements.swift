extension JSONDifferenceFinder {
  /// The steps that compare two lists that are not written alike.
  mutating func elementSteps(from old: Int, to new: Int) -> [JSONDifferencePlace] {
    let wanted = expected.elementPlaces(of: old)
    let found = actual.elementPlaces(of: new)
    if wanted.count == 1, found.count == 1 { return [.pair(wanted[0], found[0])] }
    let shorter = min(wanted.count, found.count)
    var head = 0
    while head < shorter, isEqual(wanted[head], found[head]) { head += 1 }
    var tail = 0
    while tail < shorter - head,
      isEqual(wanted[wanted.count - 1 - tail], found[found.count - 1 - tail])
    {
      tail += 1
    }
    let left = wanted[head..<wanted.count - tail]
    let right = found[head..<found.count - tail]
    let pairs = alignment(of: left, with: right)

    var steps: [JSONDifferencePlace] = []
    var (position, place) = (left.startIndex, right.startIndex)
    for pair in pairs + [.init(left.count, right.count, isSame: true)] {
      while position < left.startIndex + pair.expected {
        steps.append(.missingElement(left[position], position: position, in: new))
        position += 1
      }
      while place < right.startIndex + pair.actual {
        steps.append(.unexpected(right[place]))
        place += 1
      }
      if !pair.isSame { steps.append(.pair(left[position], right[place])) }
      position += 1
      place += 1
    }
    return steps
  }

  /// Which elements of two lists belong together, by their positions in these slices.
  private mutating func alignment(
    of left: ArraySlice<Int>, with right: ArraySlice<Int>
  ) -> [JSONAlignment.Pair] {
    if left.isEmpty || right.isEmpty { return [] }
    if left.count == 1, right.count == 1 { return [.init(0, 0, isSame: false)] }
    var numbers = JSONElementNumbers(for: left.count + right.count)
    let wanted = left.map {
      numbers.number(of: JSONValue(document: expected, index: $0), digest: digest(ofExpected: $0))
    }
    let found = right.map {
      numbers.number(of: JSONValue(document: actual, index: $0), digest: digest(ofActual: $0))
    }
    var alignment = JSONAlignment(of: wanted, with: found, steps: alignmentSteps)
    alignment.align(
      expectedSketch: { expectedDigests.sketch(of: left[left.startIndex + $0]) },
      actualSketch: { actualDigests.sketch(of: right[right.startIndex + $0]) })
    alignmentSteps = alignment.steps
    return alignment.pairs
  }
}

extension JSONDocument {
  /// The places on the tape of the elements of a list.
  fileprivate func elementPlaces(of list: Int) -> [Int] {
    var places: [Int] = []
    var place = list + 1
    let end = Int(tape[list].next)
    while place < end {
      places.append(place)
      place = Int(tape[place].next)
    }
    return places
  }
}
