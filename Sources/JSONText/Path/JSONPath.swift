/// A query that selects values in a JSON value: the whole of RFC 9535.
///
/// Where the RFC leaves a choice:
/// - Of a repeated key, a name selects the last member; `*`, `..`, filters and `length` take all.
/// - Members come in the order of the text.
/// - A regular expression that is written in the path and is not an I-Regexp is an error of the
///   path. One that comes from the values matches nothing, as section 2.4.6 requires.
public struct JSONPath: Sendable, Hashable {
  /// The longest path, in Unicode scalars.
  public static let maxLength = 1 << 16
  /// The deepest nesting of multi-value steps, parentheses, filters and functions; steps that
  /// follow each other count too.
  public static let maxDepth = 128

  let segments: [JSONPathSegment]
  /// The number of parameters that have no value yet; a path that has any selects nothing by them.
  package let parameterCount: Int

  init(segments: [JSONPathSegment], parameterCount: Int = 0) {
    self.segments = segments
    self.parameterCount = parameterCount
  }

  /// Whether the path selects at most one value (RFC 9535, section 2.3.5.1).
  public var isSingular: Bool { segments.allSatisfy(\.isSingular) }

  /// Whether a step leaves out values by a condition (RFC 9535, section 2.3.5).
  package var hasFilter: Bool {
    segments.flatMap(\.selectors).contains { if case .filter = $0 { true } else { false } }
  }
}

/// One step of a path (RFC 9535, section 2.5): from a value to its children, or to its descendants,
/// each container before its own descendants.
struct JSONPathSegment: Sendable, Hashable {
  var selectors: [JSONPathSelector]
  var isDescendant = false

  init(_ selectors: [JSONPathSelector], isDescendant: Bool = false) {
    self.selectors = selectors
    self.isDescendant = isDescendant
  }

  /// The one selector of a step to children; nil for another step.
  var only: JSONPathSelector? { isDescendant || selectors.count != 1 ? nil : selectors[0] }

  /// Whether the step selects at most one value.
  var isSingular: Bool { !isDescendant && selectors.count == 1 && selectors[0].isSingular }
}

/// What a step selects among the children of a value (RFC 9535, section 2.3).
enum JSONPathSelector: Sendable, Hashable {
  /// The member with this key, in UTF-8. String would treat canonically equivalent keys as one.
  case name([UInt8])
  /// The element at this position, counted from the end if negative.
  case index(Int)
  case slice(JSONPathSlice)
  case filter(JSONPathTest)
  case parameter(Int)
  /// Every child, written `*` after a dot.
  case wildcard
  /// Every child, written `[*]`: where a list is needed, only a list has any.
  case items

  /// Whether the selector selects at most one child.
  var isSingular: Bool {
    switch self {
    case .name, .index, .parameter: true
    case .slice, .filter, .wildcard, .items: false
    }
  }
}

/// A slice as written, `start:end:step` (RFC 9535, section 2.3.4).
struct JSONPathSlice: Sendable, Hashable {
  var start: Int?
  var end: Int?
  var step: Int?

  /// The positions that the slice selects, in its order.
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

  /// How many elements from the start have to be known; nil if the array's length matters.
  var reach: Int? {
    guard (step ?? 1) >= 0, (start ?? 0) >= 0, let end, end >= 0 else { return nil }
    return end
  }
}

extension JSONPath {
  /// The path `$`, which selects the value that it begins at.
  package static let root = JSONPath(segments: [])

  package var isRoot: Bool { segments.isEmpty }

  /// The member that every selected value is in; nil if the first step is not a name.
  package var firstName: String? {
    guard case .name(let name) = segments.first?.only else { return nil }
    return String(validating: name, as: UTF8.self)
  }
}
