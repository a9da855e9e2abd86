import TestServers
import Testing

@Suite("The mock server and bodies of every kind")
struct ServedBodiesTests {
  static let server = Result { try ServeProcess("Tests/Fixtures/bodies") }
  private static let folder = "\(Place.fixtures)/bodies"

  @Test(
    "A call gets the response of its own example",
    arguments: [
      (["multipart.yaml", "key=abc"], "200"), (["order.yaml", "id=7"], "201"),
      (["graphql.yaml"], "200"), (["nested.yaml", #"address={"city": "Rome"}"#], "201"),
    ])
  func examples(_ arguments: [String], _ status: String) throws {
    let program = try Place.program("apicall")
    let mock = ["--mock", try Self.server.get().url, "--print", "status"]
    let run = CommandRun(try ChildProcess([program, "run"] + arguments + mock, in: Self.folder))
    #expect(run == CommandRun(ending: .exit(0), output: "\(status)\n", error: ""))
  }

  @Test("Another call does not")
  func others() throws {
    let program = try Place.program("apicall")
    let mock = ["--mock", try Self.server.get().url]
    for arguments in [["multipart.yaml", "key=abd"], ["order.yaml", "id=8"], ["plain.yaml"]] {
      let run = CommandRun(try ChildProcess([program, "run"] + arguments + mock, in: Self.folder))
      #expect(run.ending == .exit(4) && run.output.contains("no example of"))
    }
  }

  private func answer(_ head: String, _ body: String) throws -> String {
    let socket = try LoopbackSocket.connected(to: Self.server.get().port)
    socket.send("\(head)\r\nConnection: close\r\n\r\n\(body)".utf8)
    let answer = String(decoding: socket.receiveAll(), as: UTF8.self)
    return String(answer.prefix { $0 != "\r\n" })
  }

  @Test("A body in chunks is reassembled")
  func chunks() throws {
    let order = try Place.text("Tests/Fixtures/bodies/order.xml")
      .replacing("r><id></", with: "r>7</").replacing("\\<", with: "<")
    let (begin, end) = (order.prefix(20), order.dropFirst(20))
    let body = [begin, end].map { "\(String($0.utf8.count, radix: 16))\r\n\($0)\r\n" }.joined()
    let head = "POST /orders HTTP/1.1\r\nHost: shop.example\r\nTransfer-Encoding: chunked"
    #expect(try answer(head, body + "0\r\n\r\n") == "HTTP/1.1 201 Created")
    let other = body.replacing("stays", with: "stayz")
    #expect(try answer(head, other + "0\r\n\r\n") == "HTTP/1.1 422 Unprocessable Content")
  }
}
