package import APICallBase
import APICallSpec

/// What one iteration of a loop is run for.
package struct Row: Sendable {
  package var value: Value
  /// The line of the file on which it begins, counted from 1; nil where there is none.
  package var line: Int?
  /// What is wrong with it, for which its iteration fails; nil where nothing is.
  var failure: Failure?

  package init(_ value: Value, line: Int? = nil) {
    self.value = value
    self.line = line
  }

  /// Creates a row of which something is wrong.
  init(line: Int?, _ failure: Failure) {
    self.init(.null, line: line)
    self.failure = failure
  }
}

/// Gives what the iterations of a loop are run for, one by one, as they are needed.
protocol RowSource: AnyObject {
  /// The name of the file that rows come from; nil where there is none.
  var file: String? { get }
  /// Where the rows come from, and what is true of each of them; its value is none of theirs.
  var frame: Scope.Binding { get }
  /// How many there are, before the first is taken; nil where nobody knows.
  var count: Int? { get }

  /// Finds the next one; asked again when it has answered, and no more when it has thrown.
  ///
  /// - Returns: the row; nil behind the last one.
  /// - Throws: a ``Failure`` that says what is wrong with where they come from.
  func next() async throws(Failure) -> Row?
}

extension RowSource {
  var count: Int? { nil }

  /// A row as what its iteration calls `each`.
  func binding(of row: Row) -> Scope.Binding {
    var binding = frame
    binding.value = row.value
    return binding
  }
}
