import APICallContracts
import JSONText

/// What a selector writes, and how.
extension ValueSelector {
  /// How the selected values are written.
  enum Form {
    /// No format was named: a single text is printed unchanged, on a line of its own, and anything
    /// else in this format.
    case plain(any ValueFormatting)
    /// Texts are printed unchanged, anything else as it is in the response, with nothing between
    /// them.
    case raw
    case format(any ValueFormatting)
  }

  /// What is written.
  enum Content {
    /// What a path selects, without names for rows: most calls make nothing of what they select.
    case path(JSONPath)
    case rows(RowMaker)

    /// Whether a document has one value to write.
    var isSingle: Bool {
      switch self {
      case .path(let path): path.isSingular
      case .rows(let maker): maker.isSingle
      }
    }

    /// The path that can be followed while a document arrives.
    var stream: JSONPathStream? {
      switch self {
      case .path(let path): path.stream
      case .rows(let maker): maker.stream
      }
    }
  }
}
