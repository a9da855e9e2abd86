import TestServers
import Foundation
import Testing

@Suite("A range of numbers")
struct EmptyRangeTests {
  @Test(
    "It is empty if its first number is larger",
    arguments: [
      ("[1, 0]", []), ("[1, <count>]", []), ("[5, 1]", []), ("[9223372036854775807, 0]", []),
      ("[1, 1]", ["/1"]), ("[0, 1]", ["/0", "/1"]), ("[-1, 0]", ["/-1", "/0"]),
      ("[9223372036854775807, 9223372036854775807]", ["/9223372036854775807"]),
    ] as [(String, [String])])
  func calls(range: String, paths: [String]) throws {
    let server = try ScriptedServer.answering()
    let folder = "\(Place.scratch)/range-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try """
    inputs: {count: {type: integer, default: 0}}
    steps:
      items:
        each: {range: \(range)}
        call: {host: 'https://odd.example', path: '/<each>'}
    print: null

    """.write(toFile: "\(folder)/range.yaml", atomically: true, encoding: .utf8)
    let run = try CommandRun("run", "range.yaml", "--mock", server.url, in: folder)
    #expect(run == CommandRun(ending: .exit(0), output: "", error: ""))
    let requests = server.takeRequests().map { String(decoding: $0, as: UTF8.self) }
    #expect(requests.map { String($0.split(separator: " ")[1]) } == paths)
  }
}
