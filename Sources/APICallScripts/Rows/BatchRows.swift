import APICallBase
import APICallLanguage
import APICallText
import JSONText

/// The rows of another source in lists of up to a number of rows: `batch`.
///
/// A row with a fault ends the list before it, and fails alone.
final class BatchRows: RowSource {
  private let rows: any RowSource
  private let size: Int
  private var taken = 0
  private var waiting: Row?

  init(of rows: any RowSource, by size: Int) {
    self.rows = rows
    self.size = size
  }

  var file: String? { rows.file }
  var frame: Scope.Binding { rows.frame }
  var count: Int? { rows.count.map { $0 / size + ($0 % size == 0 ? 0 : 1) } }
  var share: Double? { rows.share }
  var columns: [String]? { rows.columns }

  func next() async throws(Failure) -> Row? {
    if let row = waiting {
      waiting = nil
      return row
    }
    var (list, count, line) = ([UInt8(ascii: "[")], 0, Int?.none)
    let first = taken + 1
    while count < size, let row = try await rows.next() {
      taken += 1
      if row.failure != nil {
        // It comes alone, after the list of those before it.
        waiting = row
        waiting?.batch = (taken, 1)
        break
      }
      if count > 0 { list.append(UInt8(ascii: ",")) }
      list += row.value.jsonText
      count += 1
      line = line ?? row.line
      guard list.count <= BufferedBytes.limit else {
        throw Failure(
          .badInput, "\(size) rows are longer than \(WrittenSize.text(of: BufferedBytes.limit))",
          hint: "use a smaller 'batch'")
      }
    }
    guard count > 0 else {
      defer { waiting = nil }
      return waiting
    }
    do {
      let value = Value(try JSONDocument(list + [UInt8(ascii: "]")]).root)
      return Row(value: value, line: line, batch: (first, count))
    } catch {
      throw Failure(.badInput, "the rows of a batch cannot be a list: \(error.message)")
    }
  }
}
