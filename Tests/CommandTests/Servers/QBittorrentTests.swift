import Foundation
import TestServers
import Testing

@Suite("qBittorrent", .server("qbittorrent"))
struct QBittorrentTests {
  @Test("A chat gets each complete torrent once, also after the session has ended")
  func complete() throws {
    let server = try RealServer("qbittorrent")
    let chat = try ScriptedServer.answering { _ in response("204 No Content", "") }
    defer { chat.stop() }
    let folder = try RealServer.folder()
    func write(_ text: String, to file: String) throws {
      try text.write(toFile: "\(folder)/\(file)", atomically: false, encoding: .utf8)
    }
    try write("hello\n", to: "alpha")
    try write("[]", to: "known.json")
    func run() throws -> CommandRun {
      try server.result(
        "qbittorrent-done",
        [
          "password=adminadmin", "known=known.json", "chat=\(chat.url)/hook",
          "--session", "qbittorrent-\(server.port)", "-o", "known.json",
        ], in: folder)
    }
    let silent = CommandRun(ending: .exit(0), output: "", error: "")
    #expect(try run() == silent)
    #expect(chat.requests.isEmpty)

    let logIn = ["--file-root", "\(Place.package)/examples/servers"]
    let session = ["--session", "qbittorrent-\(server.port)"]
    try server.prepare(
      "qbittorrent", "password=adminadmin", "folder=\(folder)", logIn[0], logIn[1], session[0],
      session[1])
    #expect(try run() == silent)
    #expect(try run() == silent)
    #expect(chat.requests.count == 1)
    #expect(chat.requests.first?.hasSuffix("\r\n\r\n{\"text\":\"complete: alpha\"}") == true)

    try server.prepare(
      "qbittorrent-logout", "password=adminadmin", logIn[0], logIn[1], session[0], session[1])
    let renewed = try run()
    #expect(renewed.ending == .exit(0))
    #expect(renewed.error.contains("was refused with 403: the call is made again"))
    #expect(chat.requests.count == 1)
  }
}
