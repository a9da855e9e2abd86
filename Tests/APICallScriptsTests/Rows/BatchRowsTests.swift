import APICallBase
import APICallLanguage
import APICallText
import JSONText
import Testing

@testable import APICallScripts

@Suite("The rows of a loop, in batches")
struct BatchRowsTests {
  /// Rows that were made before.
  private final class MadeRows: RowSource {
    let file: String? = nil
    let frame = Scope.Binding(nil)
    private var rows: ArraySlice<Row>

    init(_ rows: [Row]) { self.rows = rows[...] }

    var count: Int? { rows.count }
    func next() -> Row? { rows.popFirst() }
  }

  private static func row(_ json: String) throws -> Row {
    Row(value: Value(try JSONDocument(Array(json.utf8)).root))
  }

  /// The batches of rows: each as its value, or `!` for a fault, and the rows that it has.
  private static func batches(_ rows: [Row], by size: Int) async throws -> [String] {
    let source = BatchRows(of: MadeRows(rows), by: size)
    var found: [String] = []
    while let batch = try await source.next() {
      let value = batch.failure == nil ? String(decoding: batch.value.jsonText, as: UTF8.self) : "!"
      let place = try #require(batch.batch)
      found.append("\(value) \(place.first)+\(place.count)")
    }
    return found
  }

  @Test("Batches have the rows in order, and the last one has the rest")
  func whole() async throws {
    let rows = try ["1.50", "{}", "null", "[2]", "\"x\""].map(Self.row)
    #expect(
      try await Self.batches(rows, by: 2) == ["[1.50,{}] 1+2", "[null,[2]] 3+2", "[\"x\"] 5+1"])
    #expect(try await Self.batches(rows, by: 1).count == 5)
    #expect(try await Self.batches(rows, by: 5) == ["[1.50,{},null,[2],\"x\"] 1+5"])
    #expect(try await Self.batches([], by: 5).isEmpty)
    #expect(BatchRows(of: MadeRows(rows), by: 2).count == 3)
  }

  @Test("A row with a fault ends the batch before it, and fails alone")
  func faults() async throws {
    let fault = Row(failure: Failure(.badInput, "no"))
    let rows = try [Self.row("1"), fault, fault, Self.row("2"), Self.row("3"), fault]
    #expect(
      try await Self.batches(rows, by: 2) == ["[1] 1+1", "! 2+1", "! 3+1", "[2,3] 4+2", "! 6+1"])
  }

  @Test("A batch that is nested too deeply, or too long, ends the loop")
  func limits() async throws {
    let deepest = (1...2000).reversed().first {
      (try? JSONDocument(
        Array(
          (String(repeating: "[", count: $0)
            + String(repeating: "]", count: $0)).utf8))) != nil
    }
    let depth = try #require(deepest)
    let deep = try Self.row(
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    await #expect(throws: Failure.self) { try await Self.batches([deep], by: 2) }
    let long = try Self.row("\"" + String(repeating: "x", count: 1 << 20) + "\"")
    let rows = [Row](repeating: long, count: 64)
    #expect(try await Self.batches(rows, by: 63).count == 2)
    await #expect(throws: Failure.self) { try await Self.batches(rows, by: 64) }
  }
}
