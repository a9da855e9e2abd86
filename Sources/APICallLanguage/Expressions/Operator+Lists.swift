import APICallText
import JSONText

extension Operator {
  /// Joins two lists, or leaves out the items of the second; nil for other values.
  func listResult(
    _ left: OperatorValue, _ right: OperatorValue
  ) throws(OperatorRefusal) -> Value? {
    guard self == .plus || self == .minus, let one = left.json, let two = right.json,
      one.kind == .array, two.kind == .array
    else { return nil }
    var list = BuiltList()
    do throws(FilterRefusal) {
      if self == .plus {
        for item in one.elements { try list.append(item) }
        for item in two.elements { try list.append(item) }
      } else {
        let others = two.elements.sorted { $0.order(beside: $1) < 0 }
        for item in one.elements where !others.holds(item) { try list.append(item) }
      }
      return try list.value()
    } catch {
      guard case .exceeds(let words) = error else { throw .exceeds("its limits") }
      throw .exceeds(words)
    }
  }
}

extension [JSONNode] {
  fileprivate func holds(_ value: JSONNode) -> Bool {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      let order = self[middle].order(beside: value)
      if order == 0 { return true }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return false
  }
}
