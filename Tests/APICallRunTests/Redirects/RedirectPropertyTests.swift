import APICallContracts
import APICallHTTP
import APICallSafety
import SeededNumbers
import Synchronization
import Testing

@Suite("Redirects, with hundreds of chains among made-up origins")
struct RedirectPropertyTests {
  /// A place, defined by the test itself.
  struct Place: Equatable {
    var scheme: String
    var host: String
    var port: Int?

    /// What distinguishes its origin from others.
    var origin: String {
      "\(scheme) \(host.lowercased()) \(port ?? (scheme == "https" ? 443 : 80))"
    }

    var url: String { "\(scheme)://\(host)\(port.map { ":\($0)" } ?? "")" }
  }

  static let hosts = ["a.example", "A.Example", "a.example.", "b.example", "127.0.0.1", "[::1]"]

  /// Responds with one redirect after the other, and keeps the requests.
  final class Network: RequestSender {
    static let name = "network"
    static let summary = "Answers with one redirect after the other."
    private let answers: [(Int, String)]
    private let received = Mutex<[OutgoingRequest]>([])

    init(_ answers: [(Int, String)]) { self.answers = answers }

    var requests: [OutgoingRequest] { received.withLock { $0 } }

    func send(_ request: OutgoingRequest, to receiver: any ExchangeReceiver)
      async throws(ExchangeError)
    {
      let index = received.withLock { requests in
        requests.append(request)
        return requests.count - 1
      }
      guard index < answers.count else {
        _ = receiver.receive(ResponseHead(status: 200))
        return
      }
      let (status, location) = answers[index]
      _ = receiver.receive(
        ResponseHead(status: status, headers: [ResponseHead.Field("location", location)]))
    }
  }

  static func place(_ random: inout SeededGenerator) -> Place {
    // Chains that begin with https must stay there, so most of them do.
    let scheme = random.below(8) == 0 ? "http" : "https"
    return Place(
      scheme: scheme, host: random.pick(hosts), port: random.pick([nil, nil, 443, 80, 8443]))
  }

  /// Everything that a server would see of a request.
  static func bytes(_ request: OutgoingRequest) -> String {
    request.headers.reduce("\(request.method) \(request.url.text.revealed)") {
      "\($0)\r\n\($1.name): \($1.value.revealed)"
    } + (request.body?.held?.revealed ?? "")
  }

  @Test("Credentials stay at the origin of the call")
  func chains() async throws {
    var random = SeededGenerator(seed: 91)
    var (trusted, strangers, returns, https) = (0, 0, 0, 0)
    let chains = CaseCount.picked(150)
    for iteration in 0..<chains {
      var places = [Self.place(&random)]
      var answers: [(Int, String)] = []
      for step in 0..<(1 + random.below(6)) {
        let last = places[places.count - 1]
        var place = random.below(2) == 0 ? last : Self.place(&random)
        if random.below(4) == 0 { place = places[0] }
        let target = "/n/\(step)"
        if place == last, random.below(2) == 0 {
          answers.append((random.pick([301, 302, 303, 307, 308]), "../..\(target)#x"))
        } else {
          answers.append((random.pick([302, 307, 308]), "\(place.url)\(target)"))
        }
        places.append(place)
      }
      let secret = "k7\(random.next())Zq"
      let literal = "L1\(random.next())xY"
      let body = random.pick(["", "form: {a: <key>}", "json: {a: \(literal)}", "text: open"])
      let spec = """
        host: \(places[0].scheme)://\(places[0].host)\(places[0].port.map { ":\($0)" } ?? "")
        path: /p/<key>
        inputs: {key: {secret: true}}
        query: {key: <key>}
        headers:
          Authorization: Bearer \(literal)
          Cookie: a=\(literal)
          X-Api-Key: plain-\(literal)
          X-Key: <key>
          X-Id: '7'
          User-Agent: x <key>
          Accept: text/plain, x/\(literal)
        redirects: {forward: [X-Id, Accept], method: \(random.pick(["keep", "rewrite"]))}
        \(body)
        """
      let network = Network(answers)
      _ = try await Exchange(network, spec, inputs: ["key=\(secret)"])
      var hasLeft = false
      var before = places[0]
      for (request, place) in zip(network.requests, places) {
        hasLeft = hasLeft || place.origin != places[0].origin
        let text = Self.bytes(request)
        let holds = text.contains(secret) || text.contains(literal)
        #expect(holds != hasLeft, "seed 91, iteration \(iteration): \(text)")
        #expect(text.contains("X-Id: 7"))
        #expect(!(before.scheme == "https" && place.scheme == "http"))
        if !hasLeft { trusted += 1 } else { strangers += 1 }
        if hasLeft, place.origin == places[0].origin { returns += 1 }
        if place.scheme == "https" { https += 1 }
        before = place
      }
    }
    #expect(trusted > chains && strangers > chains / 2)
    #expect(returns > chains / 10 && https > chains)
  }
}
