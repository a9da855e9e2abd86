import Foundation
import Testing

@Suite("PowerDNS", .server("pdns"))
struct PowerDNSTests {
  @Test("Only the records that differ are changed, and only if that is wanted")
  func records() throws {
    let server = try RealServer("pdns")
    try server.prepare("pdns", "key=key")
    let folder = try RealServer.folder()
    func run(_ rows: [String], _ arguments: String...) throws -> CommandRun {
      let text = (["name,type,ttl,content"] + rows).map { "\($0)\n" }.joined()
      try text.write(toFile: "\(folder)/records.csv", atomically: false, encoding: .utf8)
      let words = ["key=key", "zone=shop.example.", "records=records.csv"] + arguments
      return try server.result("pdns-records", words, in: folder)
    }
    func listed(_ rows: String...) -> CommandRun {
      let output = (["name,type,ttl,contents"] + rows).map { "\($0)\n" }.joined()
      return CommandRun(ending: .exit(0), output: output, error: "")
    }
    let rows = [
      "www.shop.example.,A,300,10.0.0.5", "www.shop.example.,A,300,10.0.0.4",
      #"shop.example.,TXT,60,"""v=spf1, -all""""#,
    ]
    let both = listed(
      #"shop.example.,TXT,60,"""v=spf1, -all""""#, "www.shop.example.,A,300,10.0.0.4 10.0.0.5")
    #expect(try run(rows) == both)
    #expect(try run(rows, "change=true") == both)
    #expect(try run(rows, "change=true") == listed())
    let other = [rows[0], rows[2]]
    #expect(try run(other, "change=true") == listed("www.shop.example.,A,300,10.0.0.5"))
    #expect(try run(other) == listed())
  }
}
