import APICallHTTP
import APICallSafety
import SeededNumbers
import Testing

@testable import APICallRequests

@Suite("Requests in progress")
struct InFlightRequestsTests {
  @Test("They are those that have entered and not left, whatever the order")
  func property() {
    let seed = TestSeed.picked()
    var numbers = SeededGenerator(seed: seed)
    let requests = InFlightRequests()
    // A list that is searched from its beginning.
    var model: [OutgoingRequest] = []
    for _ in 0..<1_500 {
      let request = request(&numbers)
      if numbers.below(2) == 0 {
        let isNew = !model.contains(request)
        if isNew { model.append(request) }
        #expect(requests.enter(request) == isNew, "APICALL_SEED=\(seed)")
      } else {
        model.removeAll { $0 == request }
        requests.leave(request)
      }
    }
    for request in model { #expect(!requests.enter(request), "APICALL_SEED=\(seed)") }
  }

  @Test("Ten thousand of them take no longer than a few")
  func many() {
    let requests = InFlightRequests()
    let origin = Origin(scheme: .http, host: "a.example")
    // Compared in pairs, these would take a minute.
    for number in 0..<30_000 {
      let url = RequestURL(origin: origin, path: ProtectedText("/\(number)"))
      #expect(requests.enter(OutgoingRequest(method: "GET", url: url)))
    }
  }

  /// One of a few hundred requests, which differ in one part only.
  private func request(_ numbers: inout SeededGenerator) -> OutgoingRequest {
    let url = RequestURL(
      origin: Origin(scheme: .http, host: numbers.pick(["a.example", "b.example"])),
      path: ProtectedText(numbers.pick(["/", "/a", "/b"])),
      query: numbers.pick([nil, ProtectedText("q=1")]))
    let fields = [
      [], [HeaderField("X", ProtectedText("1"))], [HeaderField("X", ProtectedText("2"))],
      [HeaderField("x", ProtectedText("1"))],
    ]
    return OutgoingRequest(
      method: numbers.pick(["GET", "PUT"]), url: url, headers: numbers.pick(fields),
      body: numbers.pick([
        nil, .bytes(ProtectedText("")), .bytes(ProtectedText("a")),
        .bytes(ProtectedText("a", isSecret: true)),
      ]))
  }
}
