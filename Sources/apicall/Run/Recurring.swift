/// Elements in an order in which some come again and again: each of those is kept once.
struct Recurring<Element> {
  /// The elements, each once, as they first came.
  private(set) var distinct: [Element] = []
  /// The place of each element in ``distinct``.
  private(set) var order: [Int] = []

  /// How many there are, those that come again counted each time.
  var count: Int { order.count }

  /// The element that comes so many behind the first.
  subscript(index: Int) -> Element { distinct[order[index]] }

  /// Adds an element.
  ///
  /// - Returns: its place in ``distinct``.
  @discardableResult
  mutating func append(_ element: Element) -> Int {
    order.append(distinct.count)
    distinct.append(element)
    return distinct.count - 1
  }

  /// Adds an element that was there before.
  ///
  /// - Parameter place: its place in ``distinct``.
  mutating func append(again place: Int) { order.append(place) }
}
