/// A query for places in a JSON value: the whole of RFC 9535.
///
/// Where the RFC leaves a choice: of a repeated key, a name leads to the last member, while `*`,
/// `..`, filters and `length` take each; members come in the order of the text; a regular expression
/// that is written in the path and is no I-Regexp is an error of the path, and one that is found in
/// the values matches nothing, as section 2.4.6 has it.
public struct JSONPath: Sendable, Hashable {
  /// The longest text of a path, in Unicode scalars.
  public static let maxLength = 1 << 16
  /// How many steps that lead to several places, parentheses, filters and functions may stand behind
  /// or in one another.
  public static let maxDepth = 128

  /// The steps from the root.
  let segments: [JSONPathSegment]

  /// Whether the path can lead to one place at most (RFC 9535, section 2.3.5.1).
  public var isSingular: Bool {
    segments.allSatisfy(\.isSingular)
  }
}

/// One step of a path (RFC 9535, section 2.5).
enum JSONPathSegment: Sendable, Hashable {
  /// From a value to what stands directly in it.
  case child([JSONPathSelector])
  /// From a value to what stands in it at any depth, each container before what stands in it.
  case descendant([JSONPathSelector])

  /// Whether the step leads to one place at most.
  var isSingular: Bool {
    switch self {
    case .child(let selectors): selectors.count == 1 && selectors.allSatisfy(\.isSingular)
    case .descendant: false
    }
  }
}

/// What a step picks among the children of a value (RFC 9535, section 2.3).
enum JSONPathSelector: Sendable, Hashable {
  /// The member with this key, in UTF-8: String would take canonically equivalent keys for one.
  case name([UInt8])
  /// The element at this position, from the end where negative.
  case index(Int)
  /// Elements at regular distances.
  case slice(JSONPathSlice)
  /// The children that pass a test.
  case filter(JSONPathTest)
  /// Every child.
  case wildcard

  /// Whether there is one such child at most.
  var isSingular: Bool {
    switch self {
    case .name, .index: true
    case .slice, .filter, .wildcard: false
    }
  }
}

/// A slice as it is written, `start:end:step` (RFC 9535, section 2.3.4).
struct JSONPathSlice: Sendable, Hashable {
  var start: Int?
  var end: Int?
  var step: Int?

  /// The positions it picks, in its order.
  ///
  /// - Parameter length: how many elements the array has.
  /// - Returns: positions from 0 to one less than the length.
  func positions(in length: Int) -> StrideTo<Int> {
    let step = step ?? 1
    func place(_ bound: Int) -> Int { bound < 0 ? length + bound : bound }
    guard step != 0 else { return stride(from: 0, to: 0, by: 1) }
    if step > 0 {
      let lower = min(max(start.map(place) ?? 0, 0), length)
      let upper = min(max(end.map(place) ?? length, 0), length)
      return stride(from: lower, to: upper, by: step)
    }
    let upper = min(max(start.map(place) ?? length - 1, -1), length - 1)
    let lower = min(max(end.map(place) ?? -1, -1), length - 1)
    return stride(from: upper, to: lower, by: step)
  }

  /// How many elements from the start have to be known, where it does not matter how many there are.
  var reach: Int? {
    guard (step ?? 1) >= 0, (start ?? 0) >= 0, let end, end >= 0 else { return nil }
    return end
  }
}
