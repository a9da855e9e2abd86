import TestServers
import Testing

@Suite("Cases recorded from a server at another address")
struct RecordedElsewhereTests {
  private static let spec = """
    url: http://shop.example/items/7
    examples:
      pen: {with: {}, response: {json: {id: 7}}}
    """

  @Test("The recording has the host of the file, and is replayed without the option")
  func record() throws {
    let server = try ScriptedServer.answering { bytes in
      // The request is that for the host of the file.
      let isMeant = String(decoding: bytes, as: UTF8.self).contains("\r\nHost: shop.example\r\n")
      let body = isMeant ? "{\"id\": 7}" : "{}"
      return "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
        + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)"
    }
    let folder = try RecordingFolder(["item.yaml": Self.spec])
    let recording = try folder.run(
      "test", "--record", "--connect-to", "shop.example:80:127.0.0.1:\(server.port)")
    server.stop()
    #expect(recording.ending == .exit(0), "\(recording.error)")
    let text = folder.text("item.recorded/pen/recording.yaml")
    #expect(text.contains("\n      url: http://shop.example/items/7\n"), "\(text)")
    #expect(!text.contains("127.0.0.1"))
    #expect(folder.text("item.recorded/pen/1-item.json") == "{\n  \"id\": 7\n}\n")
    #expect(try folder.run("test").ending == .exit(0))
  }

  @Test("The option needs one that sends")
  func offline() throws {
    let folder = try RecordingFolder(["item.yaml": Self.spec])
    let run = try folder.run("test", "--connect-to", "::127.0.0.1:1")
    #expect(run.ending == .exit(64))
    #expect(
      run.error == """
        apicall: --connect-to has no effect without --record, --live or --drift
          hint: without them, nothing is sent

        """)
  }
}
