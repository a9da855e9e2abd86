/// Notes the kinds of values that are put in an order, which have to be of one kind.
///
/// A text beside numbers comes after all of them, whatever it says, so the first values would be the
/// wrong ones. null comes before every kind.
package struct JSONKindWatch: Sendable {
  private var first: JSONNode?
  /// The first two values of different kinds; nil while all are of one kind.
  package private(set) var mixture: (one: JSONNode, other: JSONNode)?

  package init() {}

  package mutating func note(_ value: JSONNode) {
    guard value.kind != .null else { return }
    guard let first else {
      first = value
      return
    }
    if first.kind != value.kind, mixture == nil { mixture = (first, value) }
  }
}

extension JSONNode {
  /// What makes two values of different kinds comparable; nil if nothing does.
  package func wayOut(beside other: JSONNode, _ way: String) -> String? {
    let kinds = [kind, other.kind]
    return kinds.contains(.string) && kinds.contains(.number) ? way : nil
  }
}
