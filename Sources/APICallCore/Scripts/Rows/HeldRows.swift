import JSONText

/// The elements of a list that is there already.
final class ListRows: RowSource {
  let file: String? = nil
  let isSecret: Bool
  private var elements: JSONValue.Elements?

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - list: a list; nil for none.
  ///   - isSecret: whether its elements are secret.
  init(_ list: JSONValue?, isSecret: Bool) {
    elements = list?.elements
    self.isSecret = isSecret
  }

  var count: Int? { elements?.reduce(0) { count, _ in count + 1 } ?? 0 }

  func next() -> Row? { elements?.next().map { Row(Value($0)) } }
}

/// Whole numbers, one after the other.
final class RangeRows: RowSource {
  let file: String? = nil
  let isSecret: Bool
  let count: Int?
  private var upcoming: Int?
  private let last: Int

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - first: the first number.
  ///   - last: the last one; below the first, there are none.
  ///   - isSecret: whether they are secret.
  init(from first: Int, to last: Int, isSecret: Bool) {
    upcoming = first <= last ? first : nil
    self.last = last
    let (distance, overflows) = last.subtractingReportingOverflow(first)
    count = first > last ? 0 : overflows || distance == .max ? nil : distance + 1
    self.isSecret = isSecret
  }

  func next() -> Row? {
    guard let number = upcoming else { return nil }
    upcoming = number == last ? nil : number + 1
    return Row(.number(String(number)))
  }
}
