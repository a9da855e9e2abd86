import APICallBase
import APICallLanguage
import APICallText
import JSONText

/// The rows of another source in lists of up to a number of rows: `batch`.
///
/// A row with a fault is in no list: the list ends before it, and it fails alone.
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
  var count: Int? { rows.count.map { ($0 + size - 1) / size } }
  var share: Double? { rows.share }
  var columns: [String]? { rows.columns }

  func next() async throws(Failure) -> Row? {
    if let row = waiting {
      waiting = nil
      return row
    }
    var list: [UInt8] = [UInt8(ascii: "[")]
    var batch = Row(batch: (first: taken + 1, count: 0))
    while batch.batch?.count != size, let row = try await rows.next() {
      taken += 1
      if row.failure != nil {
        var faulty = row
        faulty.batch = (first: taken, count: 1)
        guard batch.batch?.count != 0 else { return faulty }
        // The next list begins after it.
        waiting = faulty
        break
      }
      if batch.batch?.count != 0 { list.append(UInt8(ascii: ",")) }
      batch.line = batch.line ?? row.line
      list += row.value.jsonText
      batch.batch?.count += 1
      guard list.count <= BufferedBytes.limit else {
        throw Failure(
          .badInput, "\(size) rows are longer than \(WrittenSize.text(of: BufferedBytes.limit))",
          hint: "use a smaller 'batch'")
      }
    }
    guard batch.batch?.count != 0 else { return nil }
    list.append(UInt8(ascii: "]"))
    do {
      batch.value = Value(try JSONDocument(list).root)
    } catch {
      throw Failure(.badInput, "the rows of a batch are no list: \(error.message)")
    }
    return batch
  }
}
