import APICallHTTP
import APICallReading
import APICallRequests
import APICallSafety
import JSONText
import YAMLTree

/// Why a recording has no response to a request.
enum ReplayMiss: Sendable {
  case empty
  /// All exchanges with this request were used; their number.
  case used(Int)
  /// Another exchange comes nearest; the parts in which its request differs.
  case near(Int, RequestPattern, [RequestPattern.Difference])

  func reason(in recording: Recording) -> String {
    switch self {
    case .used(1): "the recorded response to this request was used already"
    case .used(let count): "all \(count) recorded responses to this request were used"
    case .empty, .near: "the request is not in the recording"
    }
  }

  func hint(for received: ReceivedRequest, _ request: OutgoingRequest, in recording: Recording)
    -> String
  {
    switch self {
    case .empty: return "the recording is empty; record the run again"
    case .used: return "the run makes the request more often than it was recorded; record it again"
    case .near(let index, let pattern, let differences):
      let exchange = recording.exchanges[index]
      let place = "\(exchange.mark.source.name):\(exchange.mark.start.line)"
      let words = differences.map {
        self.words(for: $0, exchange, pattern, received, request)
      }
      return "the nearest recorded request, \(place), differs in \(words.joined(separator: "; "))"
        + "; if the request is right, record it again"
    }
  }

  private func words(
    for difference: RequestPattern.Difference, _ exchange: RecordingDeclaration.Exchange,
    _ pattern: RequestPattern, _ received: ReceivedRequest, _ request: OutgoingRequest
  ) -> String {
    func pair(_ name: String, _ recorded: String, _ now: String) -> String {
      "\(name): recorded \(Self.excerpt(recorded)), now \(Self.excerpt(now))"
    }
    switch difference {
    case .method: return pair("the method", exchange.request.method, request.method)
    case .origin: return pair("the host", pattern.origin, request.url.origin.description)
    case .path:
      return pair(
        "the path", String(decoding: pattern.path, as: UTF8.self), request.url.path.masked)
    case .query:
      return pair(
        "the query", String(decoding: pattern.query, as: UTF8.self),
        request.url.query?.masked ?? "")
    case .header(let name):
      let recorded = pattern.headers.first { $0.name == name }?.values ?? []
      let now = request.headers.filter { $0.isNamed(name) }.map(\.shownValue)
      return pair(name, recorded.joined(separator: ", "), now.joined(separator: ", "))
    case .body:
      guard case .json(let document) = pattern.body, let actual = try? JSONDocument(received.body)
      else { return "the body" }
      // What a gap stands for does not differ.
      let found = JSONDifferences(from: document.root, to: actual.root, limit: 20).first.first {
        $0.expected?.string?.contains(RecordingDeclaration.gap) != true
      }
      guard let found else { return "the body" }
      return pair(
        "the body at \(found.path)", found.expected?.text ?? "nothing",
        found.actual?.text ?? "nothing")
    }
  }

  private static func excerpt(_ text: String) -> String {
    if text.isEmpty { return "nothing" }
    return "'\(text.prefix(60))\(text.count > 60 ? "…" : "")'"
  }
}
