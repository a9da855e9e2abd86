/// A set of numbers, kept as ranges: rows end nearly in order, so there are few.
package struct NumberSet: Sendable {
  /// The ranges in order, none next to another.
  private var ranges: [Range<Int>] = []

  package init() {}

  package private(set) var count = 0

  package func contains(_ number: Int) -> Bool {
    let index = firstIndex(endingAfter: number)
    return index < ranges.count && ranges[index].lowerBound <= number
  }

  /// Returns whether the number was not in the set.
  package mutating func insert(_ number: Int) -> Bool {
    // The range that the number is in, or the next one after it.
    let index = firstIndex(endingAfter: number)
    let next = index < ranges.count ? ranges[index] : nil
    if let next, next.lowerBound <= number { return false }
    count += 1
    let joinsFormer = index > 0 && ranges[index - 1].upperBound == number
    let joinsNext = next?.lowerBound == number + 1
    switch (joinsFormer, joinsNext, next) {
    case (true, true, let next?):
      ranges[index - 1] = ranges[index - 1].lowerBound..<next.upperBound
      ranges.remove(at: index)
    case (true, _, _): ranges[index - 1] = ranges[index - 1].lowerBound..<number + 1
    case (_, true, let next?): ranges[index] = number..<next.upperBound
    default: ranges.insert(number..<number + 1, at: index)
    }
    return true
  }

  /// The largest number; nil if the set is empty.
  package var last: Int? { ranges.last.map { $0.upperBound - 1 } }

  private func firstIndex(endingAfter number: Int) -> Int {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound > number { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
