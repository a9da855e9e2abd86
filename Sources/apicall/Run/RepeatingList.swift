/// A sequence in which elements repeat; each element is stored once.
struct RepeatingList<Element> {
  /// The elements, each once, in the order of their first appearance.
  private(set) var distinct: [Element] = []
  /// The place of each element in ``distinct``.
  private(set) var order: [Int] = []

  /// The number of elements, including repetitions.
  var count: Int { order.count }

  /// The element at a position, counted from 0.
  subscript(index: Int) -> Element { distinct[order[index]] }

  @discardableResult
  mutating func append(_ element: Element) -> Int {
    order.append(distinct.count)
    distinct.append(element)
    return distinct.count - 1
  }

  mutating func append(again place: Int) { order.append(place) }
}
