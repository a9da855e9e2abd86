package import APICallHTTP

/// What a Content-Range field says (RFC 9110, section 14.4).
package enum ContentRange: Sendable, Hashable {
  /// Octets `first` to `last`, both included, of a whole of `total` octets if that is known.
  case part(first: Int, last: Int, total: Int?)
  /// There are no such octets; the whole has `total`.
  case unsatisfied(total: Int)

  /// Reads the one Content-Range of an answer.
  ///
  /// - Parameter head: the answer's head; nil where the field is missing, stands twice, counts in
  ///   another unit or makes no sense.
  package init?(_ head: ResponseHead) {
    let values = head.values(of: "Content-Range")
    guard values.count == 1, let range = Self.read(values[0]) else { return nil }
    self = range
  }

  private static func read(_ field: String) -> ContentRange? {
    let words = field.split(separator: " ", maxSplits: 1)
    guard words.count == 2, words[0].lowercased() == "bytes" else { return nil }
    let sides = words[1].split(separator: "/", omittingEmptySubsequences: false)
    guard sides.count == 2 else { return nil }
    let total = number(sides[1])
    guard total != nil || sides[1] == "*" else { return nil }
    if sides[0] == "*" { return total.map { .unsatisfied(total: $0) } }
    let ends = sides[0].split(separator: "-", omittingEmptySubsequences: false)
    guard ends.count == 2, let first = number(ends[0]), let last = number(ends[1]),
      first <= last, last < total ?? .max
    else { return nil }
    return .part(first: first, last: last, total: total)
  }

  private static func number(_ digits: Substring) -> Int? {
    digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits) : nil
  }
}
