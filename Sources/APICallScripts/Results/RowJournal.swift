package import APICallBase

/// The journal of an attempt: writes what becomes of each row, and knows what is done.
package final class RowJournal {
  package let path: String
  package let file: any ResultsFile
  package private(set) var book: ResultsBook
  /// Why nothing more can be written; nil as long as it can.
  package private(set) var fault: Failure?
  /// Whether another attempt has taken over the rows.
  package private(set) var isLost = false
  /// Whether a row of this attempt has a line.
  package private(set) var hasLines = false

  package init(_ file: any ResultsFile, at path: String, knowing book: ResultsBook) {
    self.file = file
    self.path = path
    self.book = book
  }

  /// Notes that a request that may take effect twice is about to be sent.
  func begin(_ place: RowPlace) {
    let line = ResultsLine(place, .begun)
    if file.isKept { write(line.bytes()) }
    _ = book.note(line)
  }

  func note(_ line: ResultsLine, with rest: [UInt8]) throws(Failure) {
    write(line.bytes(with: rest))
    if let fault { throw fault }
    _ = book.note(line)
  }

  /// Whether requests may be sent: nothing has failed, and no other attempt has taken over.
  func maySend() -> Bool {
    if fault != nil || isLost { return false }
    isLost = !file.isInPlace
    return !isLost
  }

  private func write(_ bytes: [UInt8]) {
    guard fault == nil else { return }
    hasLines = true
    do throws(FileError) { try file.append(bytes) } catch {
      fault = Failure(
        .inputOutput, "cannot write the results to '\(path)': \(error.reason)",
        hint: "make room; --resume then continues, and no row is lost")
    }
  }
}
