import APICallBase
import APICallLanguage
import APICallText
import JSONText

/// The row of one iteration of a loop.
struct Row: Sendable {
  var value = Value.null
  /// The line of the file on which it begins, counted from 1.
  var line: Int?
  /// The number of its first row in the source, counted from 1, and of its rows, if it is a list of
  /// several.
  var batch: (first: Int, count: Int)?
  /// Its text, if that cannot be read as a value.
  var text: [UInt8]?
  /// The fault that makes its iteration fail.
  var failure: Failure?
  /// Its place in the source, if a later run has to know it again.
  var place: RowPlace?
}

/// A source of the rows of a loop, which are read one by one as they are needed.
protocol RowSource: AnyObject {
  var file: String? { get }
  /// The provenance and secrecy of each row; its value is not used.
  var frame: Scope.Binding { get }
  /// The number of rows, before the first is taken; nil if not known.
  var count: Int? { get }
  /// The share of the source that the rows taken so far make up, from 0 to 1; nil if not known.
  var share: Double? { get }
  /// The names of the columns; nil if rows have no columns, or before they are known.
  var columns: [String]? { get }

  /// Finds the next row; it is not called again after it has thrown.
  ///
  /// Returns the row; nil after the last one. Throws a ``Failure`` for an error in the source.
  func next() async throws(Failure) -> Row?
}

extension RowSource {
  var count: Int? { nil }
  var share: Double? { nil }
  var columns: [String]? { nil }

  func binding(of row: Row) -> Scope.Binding {
    var binding = frame
    binding.value = row.value
    return binding
  }
}

extension Row {
  /// Its value, or those of the rows that it is a list of; none if it has a fault.
  var values: [Value] {
    guard failure == nil else { return [] }
    guard batch != nil, case .json(let list) = value else { return [value] }
    return list.elements.map { Value($0) }
  }
}
