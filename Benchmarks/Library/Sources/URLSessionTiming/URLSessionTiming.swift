import Foundation
import FoundationNetworking
import Timing

@main
struct URLSessionTiming {
  static func main() async throws {
    let timing = Timing()
    guard let url = URL(string: timing.url) else { fatalError("\(timing.url) is not a URL") }
    let configuration = URLSessionConfiguration.ephemeral
    // As many connections as the other clients may open.
    configuration.httpMaximumConnectionsPerHost = 64
    let session = URLSession(configuration: configuration)
    await timing.measure { try await session.data(from: url).0.count }
  }
}
