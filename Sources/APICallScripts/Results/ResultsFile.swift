package import APICallBase

/// The file that an attempt writes its results to, which is its journal.
package protocol ResultsFile: AnyObject {
  /// Appends a line with one write; what a failed write has left is removed.
  func append(_ line: [UInt8]) throws(FileError)

  /// Whether a later attempt reads it, so that it also has what has only begun.
  var isKept: Bool { get }

  /// Whether no other attempt has taken over the rows.
  var isInPlace: Bool { get }

  /// Gives the results their name, once and for all.
  ///
  /// Returns whether they have it; false if another attempt was first.
  func commit() throws(FileError) -> Bool
}
