import AsyncHTTPClient
import NIOCore
import Timing

@main
struct AsyncHTTPClientTiming {
  static func main() async throws {
    let timing = Timing()
    var configuration = HTTPClient.Configuration()
    // As many connections as the other clients may open.
    configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
    let client = HTTPClient(configuration: configuration)
    await timing.measure {
      let response = try await client.execute(
        HTTPClientRequest(url: timing.url), timeout: .seconds(30))
      return try await response.body.collect(upTo: 1 << 20).readableBytes
    }
    try await client.shutdown()
  }
}
