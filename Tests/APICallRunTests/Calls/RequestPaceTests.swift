import APICallHTTP
import APICallModel
import APICallText
import Testing

@testable import APICallRequests

/// Loops of 16 iterations at a time against servers with a limit, in a time that is not real.
@Suite("The pace of a loop's requests")
struct RequestPaceTests {
  /// A server with a limit per second, and how it tells it.
  struct Server {
    enum Window { case fixed, moving }

    var window: Window
    var limit: Int
    /// Whether responses have the fields of the limit; otherwise only 429 with Retry-After tells it.
    var tells: Bool
    var length: Double = 1
    /// As how many requests it counts each.
    var weight: Int
    private var accepted: [Double] = []
    private(set) var refusals: [Double] = []

    init(_ window: Window, _ limit: Int, tells: Bool, length: Double = 1, weight: Int = 1) {
      self.window = window
      self.limit = limit
      self.tells = tells
      self.length = length
      self.weight = weight
    }

    var count: Int { accepted.count }

    /// Answers a request that arrives at a time in seconds.
    mutating func answer(at time: Double) -> ResponseHead {
      let start = window == .fixed ? (time / length).rounded(.down) * length : time - length
      let recent = accepted.filter { $0 > start || window == .fixed && $0 == start }
      let used = recent.count * weight
      let isAccepted = used + weight <= limit
      if isAccepted { accepted.append(time) } else { refusals.append(time) }
      let left = max(limit - used - (isAccepted ? weight : 0), 0)
      let oldest = recent.first ?? time
      let renewal = (window == .fixed ? start : oldest) + length
      var fields: [(String, String)] = []
      if tells { fields += [("Limit-Left", "\(left)"), ("Limit-Reset", "\(renewal - time)")] }
      if !isAccepted { fields.append(("Retry-After", "1")) }
      return ResponseHead(
        status: isAccepted ? 200 : 429, headers: fields.map { .init($0.0, $0.1) })
    }
  }

  /// Sends requests for a number of seconds, 16 at a time, each with a latency of 12 to 27 ms.
  private static func run(_ server: inout Server, for seconds: Double) {
    let pace = RequestPace(
      server.tells
        ? ToldLimit(remaining: "Limit-Left", reset: "Limit-Reset", weight: server.weight) : nil)
    // What each lane does next, and when: it asks for a turn, the server gets its request, or the
    // response arrives.
    enum Next { case asks, arrives(Int), ends(Int, ResponseHead) }
    var lanes = (0..<16).map { (time: Double($0) / 1000, next: Next.asks) }
    var sent = 0
    while let lane = lanes.indices.min(by: { lanes[$0].time < lanes[$1].time }),
      lanes[lane].time < seconds
    {
      let time = lanes[lane].time
      let now = Duration.seconds(time)
      switch lanes[lane].next {
      case .asks:
        switch pace.turn(at: now) {
        case .waits(let pause): lanes[lane].time += max(pause / .seconds(1), 1e-6)
        case .begins(let number):
          sent += 1
          lanes[lane] = (time + 0.006 + Double(sent % 4) / 1000, .arrives(number))
        }
      case .arrives(let number):
        let head = server.answer(at: time)
        lanes[lane] = (time + 0.006 + Double(sent % 7) / 1000, .ends(number, head))
      case .ends(let number, let head):
        let asked = head.status == 429 ? head.retryAfter(UTCTimestamp(seconds: 0)) : nil
        pace.end(
          number, head, asking: asked, isCause: asked != nil, at: now,
          UTCTimestamp(seconds: Int(time)))
        lanes[lane].next = .asks
      }
    }
  }

  @Test(
    "A limit that the server tells is used, and not passed",
    arguments: [
      Server(.fixed, 50, tells: true), Server(.fixed, 300, tells: true, length: 10),
      Server(.moving, 50, tells: true), Server(.moving, 7, tells: true),
      Server(.fixed, 100, tells: true, weight: 5), Server(.moving, 200, tells: true, weight: 7),
    ])
  func told(_ server: Server) {
    var server = server
    Self.run(&server, for: 60)
    let ideal = Double(server.limit / server.weight) * 60 / server.length
    #expect(Double(server.count) > 0.95 * ideal && Double(server.count) < 1.05 * ideal)
    #expect(server.refusals.isEmpty, "\(server.refusals)")
  }

  @Test(
    "A limit that only 429 tells is found",
    arguments: [Server(.fixed, 50, tells: false), Server(.moving, 50, tells: false)])
  func refused(_ server: Server) {
    var server = server
    Self.run(&server, for: 120)
    let all = server.count + server.refusals.count
    #expect(Double(server.count) > 0.8 * Double(all), "\(server.count) of \(all)")
    #expect(Double(server.count) > 0.6 * 50 * 120, "\(server.count)")
  }

  @Test("A response that asks for a pause stops all requests until its end")
  func pause() {
    let pace = RequestPace(nil)
    guard case .begins(let first) = pace.turn(at: .zero),
      case .begins(let second) = pace.turn(at: .zero)
    else {
      Issue.record("requests wait without a reason")
      return
    }
    pace.end(
      first, ResponseHead(status: 200), asking: nil, isCause: false, at: .seconds(1),
      UTCTimestamp(seconds: 1))
    pace.end(
      second, ResponseHead(status: 429), asking: .seconds(3), isCause: true, at: .seconds(1),
      UTCTimestamp(seconds: 1))
    guard case .waits(let pause) = pace.turn(at: .seconds(2)) else {
      Issue.record("a request is sent in the pause")
      return
    }
    #expect(pause == .seconds(2))
    guard case .begins = pace.turn(at: .seconds(4)) else {
      Issue.record("a request waits after the pause")
      return
    }
  }

  @Test("A server that allows more before the time that it told is believed once none is left")
  func regained() {
    let pace = RequestPace(ToldLimit(remaining: "Left", reset: "Reset"))
    let head = ResponseHead(
      status: 200, headers: [.init("Left", "2"), .init("Reset", "3600")])
    func begin() -> Int? {
      if case .begins(let number) = pace.turn(at: .zero) { number } else { nil }
    }
    func end(_ number: Int?) {
      pace.end(
        number ?? 0, head, asking: nil, isCause: false, at: .zero, UTCTimestamp(seconds: 0))
    }
    end(begin())
    let (second, third) = (begin(), begin())
    #expect(second != nil && third != nil)
    #expect(begin() == nil)
    end(second)
    #expect(begin() == nil)
    end(third)
    #expect(begin() != nil)
  }

  @Test("In an outage one request is sent at a time, until one succeeds")
  func outage() {
    let pace = RequestPace(nil)
    func begin() -> Int? {
      if case .begins(let number) = pace.turn(at: .zero) { number } else { nil }
    }
    func end(_ number: Int?, _ head: ResponseHead?) {
      pace.end(
        number ?? 0, head, asking: nil, isCause: head == nil, at: .zero, UTCTimestamp(seconds: 0))
    }
    for _ in 0..<100 { end(begin(), nil) }
    let probe = begin()
    #expect(probe != nil)
    #expect(begin() == nil)
    end(probe, nil)
    let next = begin()
    #expect(next != nil)
    #expect(begin() == nil)
    end(next, ResponseHead(status: 200))
    #expect(begin() != nil)
    #expect(begin() != nil)
  }

  @Test(
    "The fields of a limit are read as servers write them",
    arguments: [
      ("7", "30", 7, 30), ("0", "0.25", 0, 0.25), ("12", "1700000060", 12, 60),
      ("12", "1700000060000", 12, 60), ("3", "Tue, 14 Nov 2023 22:13:50 GMT", 3, 30),
      ("3", "-5", 3, 1), ("3", "1600000000", 3, 0), ("999999999999", "5", 1_000_000_000, 5),
      ("4", "99999999", 4, 3600), ("4", String(repeating: "9", count: 40), 4, 3600),
      ("4", String(repeating: "9", count: 400), 4, 3600),
      (String(repeating: "9", count: 400), "1", 1_000_000_000, 1),
    ])
  func fields(_ left: String, _ reset: String, _ remaining: Int, _ seconds: Double) throws {
    let head = ResponseHead(status: 200, headers: [.init("R", left), .init("T", reset)])
    let told = try #require(
      ToldLimit(remaining: "r", reset: "t").told(by: head, UTCTimestamp(seconds: 1_700_000_000)))
    #expect(told.remaining == remaining)
    #expect(abs(told.reset / .seconds(1) - seconds) < 0.001)
  }

  @Test("Anything else tells no limit", arguments: ["", "many", "-1", "1e3", "0x10", "５"])
  func unreadable(_ left: String) {
    let head = ResponseHead(status: 200, headers: [.init("R", left)])
    #expect(ToldLimit(remaining: "R").told(by: head, UTCTimestamp(seconds: 0)) == nil)
  }
}
