package import APICallBase
import APICallText
package import JSONText

/// Reads files of results, line by line.
package enum ResultsReading {
  /// The longest line: a value has the limit of a body, and JSON may write a byte as six.
  private static let longest = 400 << 20
  private static let pieceSize = 256 << 10

  /// A line about a row: its place in the file, its text, and its value.
  package typealias Found = (
    line: ResultsLine, start: Int, bytes: [UInt8], value: JSONNode
  )

  /// Reads the first line; nil if the file does not have it yet.
  package static func header(
    of path: String, in files: any FileSystem
  ) throws(Failure) -> ResultsHeader? {
    try read(path, in: files, onlyHeader: true) { (_) throws(Failure) in }.header
  }

  /// Reads all lines that are whole: after the last line feed there may be a part of one.
  ///
  /// Returns the first and the last line; nil for one that is not there.
  package static func read(
    _ path: String, in files: any FileSystem, onlyHeader: Bool = false,
    _ take: (Found) throws(Failure) -> Void
  ) throws(Failure) -> (header: ResultsHeader?, end: ResultsEnd?) {
    var header: ResultsHeader?
    var last: ResultsEnd?
    var number = 0
    var start = 0
    try lines(of: path, in: files) { (bytes) throws(Failure) in
      number += 1
      defer { start += bytes.count + 1 }
      guard let value = try? JSONDocument(bytes).root else { throw isForeign(path, number) }
      guard header != nil else {
        header = ResultsHeader(value)
        if header == nil { throw isForeign(path, number) }
        return !onlyHeader
      }
      last = ResultsEnd(value)
      if last != nil { return true }
      guard let line = ResultsLine(value) else { throw isForeign(path, number) }
      try take((line, start, bytes, value))
      return true
    }
    return (header, last)
  }

  private static func isForeign(_ path: String, _ line: Int) -> Failure {
    Failure(
      .badInput, "line \(line) of '\(path)' is not a line of results",
      hint: "'apicall run … --results FILE' writes such a file; name another one")
  }

  /// Passes on lines without their line feeds, as long as more are wanted.
  private static func lines(
    of path: String, in files: any FileSystem, _ take: ([UInt8]) throws(Failure) -> Bool
  ) throws(Failure) {
    let reader: any FileReader
    do throws(FileError) { reader = try files.open(path) } catch {
      throw Failure(reading: path, error)
    }
    var rest: [UInt8] = []
    while true {
      let piece: [UInt8]
      do throws(FileError) { piece = try reader.read(upTo: pieceSize) } catch {
        throw Failure(reading: path, error)
      }
      if piece.isEmpty { return }
      var start = 0
      while let end = piece.span.indexOfLineFeed(from: start) {
        let line = rest + piece[start..<end]
        rest.removeAll(keepingCapacity: rest.count <= pieceSize)
        start = end + 1
        if try !take(line) { return }
      }
      rest += piece[start...]
      guard rest.count <= longest else { throw Failure(reading: path, .tooLarge(limit: longest)) }
    }
  }
}
