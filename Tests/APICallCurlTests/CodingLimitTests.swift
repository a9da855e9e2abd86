import APICallContracts
import APICallHTTP
import APICallSafety
import TestServers
import Testing

@Suite("Limits on decompression", .timeLimit(.minutes(15)))
struct CodingLimitTests {
  /// A body of zeros in Zstandard: four bytes stand for 128 KiB (RFC 8878, section 3.1.1.2).
  private static func zeros(blocks: Int) -> [UInt8] {
    var bytes: [UInt8] = [0x28, 0xb5, 0x2f, 0xfd, 0x00, 7 << 3]
    for block in 1...blocks {
      let header = (128 << 10) << 3 | 1 << 1 | (block == blocks ? 1 : 0)
      bytes += [UInt8(header & 0xff), UInt8(header >> 8 & 0xff), UInt8(header >> 16 & 0xff), 0]
    }
    return bytes
  }

  private func get(blocks: Int, accept: String = "zstd") throws -> (
    Outcome, Recorder, OutgoingRequest
  ) {
    let body = Self.zeros(blocks: blocks)
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\nContent-Length: \(body.count)\r\n\r\n"
    let server = try ScriptedServer(.read, .write(Array(head.utf8) + body))
    defer { server.stop() }
    let recorder = Recorder()
    let request = request(port: server.port, headers: [("Accept-Encoding", accept)])
    return (exchange(request, recorder), recorder, request)
  }

  @Test("Up to 10 MiB the compression ratio does not matter")
  func small() throws {
    let (outcome, recorder, _) = try get(blocks: 80)
    #expect(outcome.error == nil && recorder.body.count == 10 << 20)
  }

  @Test("A larger body that grows more than a thousandfold is an error")
  func bomb() throws {
    let (outcome, recorder, request) = try get(blocks: 2_000)
    #expect(
      outcome.error
        == .transport(
          ConnectionFailure(
            .protocolViolation, origin: request.url.origin,
            reason: "the body is more than 1000 times as long as its encoded form")))
    #expect(recorder.body.count < 20 << 20)
  }

  @Test("A content coding that the request does not accept is passed on unchanged")
  func verbatim() throws {
    let (outcome, recorder, _) = try get(blocks: 2_000, accept: "identity")
    #expect(outcome.error == nil && recorder.body == Self.zeros(blocks: 2_000))
    #expect(recorder.head?.header("Content-Encoding") == "zstd")
  }
}
