import APICallBase
import APICallLanguage

/// The first rows of another source: no further one is read.
final class FirstRows: RowSource {
  private let rows: any RowSource
  private let most: Int
  private var taken = 0

  init(of rows: any RowSource, _ most: Int) {
    self.rows = rows
    self.most = most
  }

  var file: String? { rows.file }
  var frame: Scope.Binding { rows.frame }
  var count: Int? { rows.count.map { min($0, most) } }
  var share: Double? { taken == most ? 1 : rows.share }
  var columns: [String]? { rows.columns }

  func next() async throws(Failure) -> Row? {
    guard taken < most else { return nil }
    taken += 1
    return try await rows.next()
  }
}
