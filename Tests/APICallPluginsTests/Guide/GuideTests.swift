import APICallBase
import APICallContracts
import APICallHTTP
import APICallModel
import APICallReading
import APICallSafety
import Foundation
import Synchronization
import TestWorlds
import Testing
import YAMLTree

@testable import APICallRequests
@testable import APICallRun

@Suite("The examples of the recipes")
struct GuideTests {
  @Test(
    "Each example is identical to the file next to this one",
    arguments: [
      "CountFormatter", "JSONSequenceDecoder", "EchoRequester", "TwoKeysAuth", "SecondChance",
    ])
  func shown(_ name: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let code = try String(contentsOf: folder.appending(path: "\(name).swift"), encoding: .utf8)
    let recipes = try FileManager.default.contentsOfDirectory(
      at: folder.appending(path: "../../../docs/recipes"), includingPropertiesForKeys: nil)
    let isShown = try recipes.contains { recipe in
      try String(contentsOf: recipe, encoding: .utf8).contains("```swift\n\(code)```")
    }
    #expect(isShown, "no page of docs/recipes shows \(name) as it is")
  }

  @Test("The formatter counts the bytes of valid JSON")
  func formatter() throws {
    let formatter = NamedFormatter(type: CountFormatter.self)
    #expect(try formatter.print(.json, [[0x31], [0x32]]) == Array("2\n".utf8))
    #expect(throws: DeliveryError.self) { try formatter.print(.json, [Array("{".utf8)[...]]) }
  }

  @Test("The decoder finds each value, wherever the body is cut")
  func decoder() throws {
    let decoder = NamedDecoder(type: JSONSequenceDecoder.self)
    let body = Array("\u{1e}1\n\u{1e}{}\n".utf8)
    let values = ["1\n", "{}\n"].map { "json \(Array($0.utf8))" }
    for cut in body.indices.dropFirst() {
      #expect(decoder.outcome([body[..<cut], body[cut...]]) == values)
    }
    #expect(throws: DeliveryError.self) { try decoder.decode([[0x31]]) }
  }

  @Test("The auth type puts two keys into a field and masks the second")
  func authType() throws {
    let reader = EndpointReader(
      registry: Registry(authTypes: [AuthEntry(TwoKeysAuth.self)]))
    let text =
      "host: a.example\nauth: {type: two-keys, public: me, private: <key>}\ninputs: {key: }"
    let endpoint = try reader.read(Source(name: "call.yaml", text: text))
    let builder = CallBuilder(world: .fixed(), destination: Destination())
    let call = try builder.call(
      endpoint, with: ["key=hunter2"].compactMap { InputResolver.Assignment($0) })
    let field = try #require(call.request.headers.first { $0.isNamed("X-Keys") })
    #expect(field.value.revealed == "me.hunter2")
    #expect(field.value.masked == "me.***")
  }

  @Test("The requester responds with the request's body")
  func requester() async throws {
    let url = RequestURL(origin: Origin(scheme: .http, host: "a.example"), path: "/")
    let request = OutgoingRequest(
      method: "POST", url: url, headers: [HeaderField("Content-Type", "text/plain")], body: "hello")
    let receiver = KeepingReceiver()
    try await EchoRequester().send(request, to: receiver)
    #expect(receiver.head?.header("content-type") == "text/plain")
    #expect(receiver.body == Array("hello".utf8))
  }

  @Test("The middleware retries a request that came too early")
  func middleware() async throws {
    let url = RequestURL(origin: Origin(scheme: .https, host: "a.example"), path: "/")
    let receiver = KeepingReceiver()
    let requester = EarlyRequester()
    try await NextSender(through: [SecondChance()], to: requester)
      .send(OutgoingRequest(method: "GET", url: url), to: receiver)
    #expect(requester.count.withLock { $0 } == 2)
    #expect(receiver.head?.status == 200)
  }

  /// Refuses the first request as too early.
  private final class EarlyRequester: RequestSender {
    static let name = "early"
    static let summary = "To which the first request comes too early."
    let count = Mutex(0)

    func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
      async throws(ExchangeError)
    {
      let count = count.withLock { count in
        count += 1
        return count
      }
      _ = receiver.receive(ResponseHead(status: count == 1 ? 425 : 200))
    }
  }
}
