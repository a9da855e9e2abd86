/// Gets the fields and rows of comma-separated values as a ``CSVScanner`` finds them.
package protocol CSVReceiver {
  /// What the rows go to.
  associatedtype Output
  /// What it throws.
  associatedtype Fault: Error

  /// How many fields the rows have; nil before the first one.
  var width: Int? { get }

  /// Begins a field.
  ///
  /// - Parameter line: the line on which its row began, counted from 1.
  /// - Throws: where the row has no room for it.
  mutating func beginField(ofRowAt line: Int) throws(Fault)

  /// Takes the next octets of the field, without its quotes; a quote that was written twice comes
  /// once.
  ///
  /// - Parameter octets: the octets; valid only during the call.
  /// - Throws: where it grows too long.
  mutating func receive(_ octets: Span<UInt8>) throws(Fault)

  /// Ends a field.
  ///
  /// - Parameter output: what the rows go to.
  /// - Throws: where the field is not as it should be.
  mutating func endField(to output: inout Output) throws(Fault)

  /// Ends a row.
  ///
  /// - Parameter output: what the rows go to.
  /// - Throws: where fields are missing, or the output does not take the row.
  mutating func endRow(to output: inout Output) throws(Fault)

  /// Whether the next row is wanted now; the rest of the octets comes again where it is not.
  func wantsRow(_ output: Output) -> Bool

  /// Says what it throws where a quote does not stand where one may.
  ///
  /// - Parameters:
  ///   - fault: what is wrong.
  ///   - line: the line, counted from 1.
  /// - Returns: the error.
  func fault(_ fault: CSVFault, at line: Int) -> Fault
}

extension CSVReceiver {
  /// Yes: all of them are taken as they come.
  package func wantsRow(_ output: Output) -> Bool { true }
}

/// What is wrong with the quotes of comma-separated values.
package enum CSVFault: Sendable, Hashable {
  /// A quote stands in a field that does not begin with one.
  case quoteInside
  /// Something stands behind the closing quote of a field.
  case behindQuotes
  /// All is over, and a field in quotes is not.
  case openQuotes
}
