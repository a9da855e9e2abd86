import APICall
import Timing

@main
struct APICallTiming {
  static func main() async throws {
    let timing = Timing()
    let endpoint = try Endpoint(yaml: "url: \(timing.url)\n")
    let client = Client()
    await timing.measure { try await client.call(endpoint).body.count }
  }
}
