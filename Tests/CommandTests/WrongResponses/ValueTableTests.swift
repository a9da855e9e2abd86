import Foundation
import Synchronization
import TestServers
import Testing

@Suite("The table of what counts as a value in apicall-responses(7)")
struct ValueTableTests {
  /// The responses of the server by the paths of their requests, and how many were requested.
  private static let replies = Mutex<[String: (all: [[UInt8]], count: Int)]>([:])

  private static let server = Result {
    try ScriptedServer { request, connection in
      let path = request.split(separator: " ").dropFirst().first?.prefix { $0 != "?" } ?? ""
      let reply = replies.withLock { replies -> [UInt8] in
        guard let (all, count) = replies[String(path)] else { return [] }
        replies[String(path)]?.count += 1
        return all[min(count, all.count - 1)]
      }
      connection.send(reply, isLast: true)
    }
  }

  @Test("It has the rows and the columns that are tested")
  func headings() throws {
    let table = try ValueTable.ofManual.get()
    var rows: [String] = []
    for response in WrongResponse.all where !rows.contains(response.row) {
      rows.append(response.row)
    }
    #expect(table.rows == rows)
    #expect(Set(table.columns) == Set(ResponseReader.all.map(\.column)))
    #expect(table.cells.count == 47)
  }

  @Test("Each cell is what the program does", arguments: try ValueTable.ofManual.get().cells)
  func cell(_ cell: ValueTable.Cell) throws {
    let readers = ResponseReader.all.filter { $0.column == cell.column }
    var seen: Set<String> = []
    for response in WrongResponse.all where response.row == cell.row {
      if response.exceptions.contains(cell.column) { continue }
      let runs = try readers.filter { !response.exceptions.contains($0.name) }
        .map { try StartedReader($0, of: response, from: Self.server.get()) }
      for run in runs {
        let choice = min(response.choice ?? run.reader.choice, cell.results.count - 1)
        seen.insert(cell.results[choice])
        run.check(cell.results[choice])
      }
    }
    #expect(seen == Set(cell.results), "a response for each result")
  }

  @Test("A table of zero bytes is no empty stream where names are used")
  func emptyTable() throws {
    let response = try #require(WrongResponse.all.first { $0.name == "CSV" })
    let runs = try ResponseReader.all.filter { response.exceptions.contains($0.column) }
      .filter { $0.way == nil && $0.column != "poll" }
      .map { try StartedReader($0, of: response, from: Self.server.get()) }
    #expect(runs.count == 9)
    for run in runs { run.check("8") }
  }

  /// A run of a file that reads a response.
  private struct StartedReader {
    let reader: ResponseReader
    private let response: WrongResponse
    private let path = "/\(UUID().uuidString)"
    private let child: ChildProcess

    init(
      _ reader: ResponseReader, of response: WrongResponse, from server: ScriptedServer
    ) throws {
      self.reader = reader
      self.response = response
      let all = reader.replies(with: response, at: path)
      let path = path
      replies.withLock { $0[path] = (all, 0) }
      let file = "\(Place.scratch)\(path).yaml"
      let decode = response.decode.map { ", decode: \($0)" } ?? ""
      try reader.file.replacing("CALL", with: "url: '\(server.url)\(path)'\(decode)")
        .write(toFile: file, atomically: true, encoding: .utf8)
      child = try ChildProcess([Place.program("apicall"), "run", file] + reader.options)
    }

    /// Checks that the run ends with the result of a cell.
    func check(_ result: String) {
      let run = CommandRun(child)
      let count = replies.withLock { $0[path]?.count }
      let words: Comment = "\(response.name), \(reader.name):\n\(run.output)\(run.error)"
      // The polling goes on if the second response, which is right, ends it.
      let isAgain = result == "again"
      #expect(run.ending.status == (isAgain ? "0" : result), words)
      if reader.way == nil { #expect(count == (isAgain ? 2 : 1), words) }
      #expect(run.error.isEmpty == (run.ending == .exit(0)), words)
      // Rows are printed as they come, and what is not as expected is shown.
      if !["pages", "expect"].contains(reader.column), run.ending != .exit(0) {
        #expect(!isComplete(run.output), words)
      }
    }

    private func isComplete(_ output: String) -> Bool {
      let data = Data(output.utf8)
      return (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)) != nil
    }
  }
}
