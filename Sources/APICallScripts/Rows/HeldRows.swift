import APICallLanguage
import APICallSafety
import APICallText
import JSONText

/// The elements of a list in memory.
final class ListRows: RowSource {
  let file: String? = nil
  let frame: Scope.Binding
  private var elements: JSONNode.Elements?

  init(_ list: JSONNode?, from frame: Scope.Binding) {
    elements = list?.elements
    self.frame = frame
  }

  var count: Int? { elements?.reduce(0) { count, _ in count + 1 } ?? 0 }

  func next() -> Row? { elements?.next().map { Row(value: Value($0)) } }
}

/// A range of whole numbers.
final class RangeRows: RowSource {
  let file: String? = nil
  let frame: Scope.Binding
  let count: Int?
  private var upcoming: Int?
  private let last: Int

  init(from first: Int, to last: Int, _ provenance: Provenance) {
    upcoming = first <= last ? first : nil
    self.last = last
    let (distance, overflows) = last.subtractingReportingOverflow(first)
    count = first > last ? 0 : overflows || distance == .max ? nil : distance + 1
    frame = Scope.Binding(nil, from: provenance)
  }

  func next() -> Row? {
    guard let number = upcoming else { return nil }
    upcoming = number == last ? nil : number + 1
    return Row(value: .number(String(number)))
  }
}
