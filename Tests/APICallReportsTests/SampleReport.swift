import APICallBase
import APICallReports
import APICallText
import YAMLTree

/// A report with a case of each kind, as a run with a network gives it.
enum SampleReport {
  private static let users = Source(
    name: "endpoints/users.yaml",
    text: """
      summary: A user
      host: https://api.example.com
      path: /users/<id>
      inputs: {id: {type: integer}}
      expect:
        status: 200
        body:
          $.role: {equals: admin}
          $.address: {equals: {city: Bern, zip: "3011"}}
      examples:
        ok: {with: {id: 1}}
        missing: {with: {id: 404}}
        role: {with: {id: 2}}
        slow: {with: {id: 3}}
        old: {with: {id: 4}, skip: the server has no such user}

      """)

  private static let orders = Source(
    name: "endpoints/orders.v2.yaml",
    text: """
      host: https://orders.example.com
      path: /orders
      examples:
        list: {with: {}}

      """)

  private static func mark(_ source: Source, _ line: Int, _ column: Int, _ length: Int) -> Mark {
    Mark(
      source: source, start: Mark.Position(line: line, column: column),
      end: Mark.Position(line: line, column: column + length))
  }

  private static func timings(
    _ nameLookup: Int?, _ connect: Int?, _ tls: Int?, _ firstByte: Int?, _ total: Int
  ) -> ExchangeTimings {
    var timings = ExchangeTimings()
    timings.nameLookup = nameLookup.map { .microseconds($0) }
    timings.connect = connect.map { .microseconds($0) }
    timings.tls = tls.map { .microseconds($0) }
    timings.firstByte = firstByte.map { .microseconds($0) }
    timings.total = .microseconds(total)
    return timings
  }

  private static func get(
    _ path: String, _ response: ReportResponse?, _ timings: ExchangeTimings?
  ) -> ReportExchange {
    var exchange = ReportExchange(
      "GET", "https://api.example.com\(path)",
      headers: [
        ReportField("Accept", "application/json"), ReportField("Authorization", "Bearer ***"),
      ], response)
    exchange.timings = timings
    return exchange
  }

  private static func json(_ text: String, size: Int? = nil) -> ReportBody {
    ReportBody(Array(text.utf8), mediaType: "application/json", size: size)
  }

  private static func response(
    _ status: Int, _ reason: String, _ body: String
  ) -> ReportResponse {
    ReportResponse(
      status, reason,
      headers: [
        ReportField("Content-Type", "application/json"),
        ReportField("Cache-Control", "no-store"),
      ], body: json(body))
  }

  private static func sample(
    _ source: Source, _ name: String, line: Int, _ verdict: ReportCase.Verdict
  ) -> ReportCase {
    let id = "\(source.name)::\(name)"
    let place = SourcePlace(mark(source, line, 3, name.utf8.count))
    return ReportCase(name, id: id, at: place, verdict, command: "apicall test \(id)")
  }

  private static var passed: ReportCase {
    var sample = sample(users, "ok", line: 11, .passed)
    sample.duration = .microseconds(48_212)
    sample.tags = ["smoke", "users"]
    sample.warnings = [
      Message(
        "the recording has no member $.role, but the example has", at: mark(users, 11, 3, 2)
      ).reported(as: .warning)
    ]
    sample.steps = [
      ReportStep(
        .passed,
        [
          get(
            "/users/1", response(200, "OK", #"{"id":1}"#),
            timings(900, 8_100, 22_400, 46_000, 47_800))
        ])
    ]
    sample.changes = ["updated endpoints/users.recorded/ok/output.json: 2 places"]
    return sample
  }

  private static var missing: ReportCase {
    var diagnostic = Message(
      "the response has the status 404, but 200 is expected", at: mark(users, 6, 11, 3),
      hint: "expect another status, or use the id of a user that exists")
    diagnostic.quote = "there is no user 404"
    var sample = sample(users, "missing", line: 12, .failed([diagnostic]))
    sample.duration = .microseconds(31_400)
    sample.steps = [
      ReportStep(
        .failed,
        [
          get(
            "/users/404",
            response(404, "Not Found", #"{"error":"not_found","message":"there is no user 404"}"#),
            timings(nil, nil, nil, 30_050, 31_020))
        ])
    ]
    return sample
  }

  private static var role: ReportCase {
    var role = Message(
      "$.role is 'member', but 'admin' is expected", at: mark(users, 8, 21, 5))
    role.mismatch = Mismatch(
      subject: "$.role", matcher: "equals", expected: Array(#""admin""#.utf8),
      actual: Array(#""member""#.utf8), actualType: "text")
    var address = Message(
      "$.address is not the expected value", at: mark(users, 9, 24, 27),
      hint: "'apicall test --update' accepts what the server sends now")
    address.details = [
      "$.address.city: expected \"Bern\", got \"Basel\"", "$.address.zip: missing",
    ]
    address.mismatch = Mismatch(
      subject: "$.address", matcher: "equals", actualType: "map",
      differences: [
        .init(
          path: "$.address.city", expected: Array(#""Bern""#.utf8),
          actual: Array(#""Basel""#.utf8)),
        .init(path: "$.address.zip", expected: Array(#""3011""#.utf8), actual: nil),
      ], differenceCount: 3)
    var sample = sample(users, "role", line: 13, .failed([role, address]))
    sample.duration = .microseconds(29_900)
    let body =
      #"{"id":2,"name":"Ann","role":"member","address":{"city":"Basel"},"scores":[1.50,null,true]}"#
    sample.steps = [
      ReportStep(
        .failed,
        [get("/users/2", response(200, "OK", body), timings(nil, nil, nil, 28_800, 29_700))])
    ]
    return sample
  }

  private static var slow: ReportCase {
    var sample = sample(users, "slow", line: 14, .passed)
    let timeout = Failure(
      .timeout, "no response within 2 s", at: mark(users, 14, 3, 4),
      hint: "raise 'timeout' if the server may take longer")
    var refused = get("/users/3", nil, nil)
    refused.failure = "no response within 2 s"
    sample.earlier = [
      ReportAttempt(.broken(timeout), [ReportStep(.failed, [refused])], duration: .seconds(2)),
      ReportAttempt(.broken(timeout), duration: .seconds(2)),
    ]
    sample.duration = .milliseconds(4_350)
    sample.steps = [
      ReportStep(
        .passed,
        [
          get(
            "/users/3", response(200, "OK", #"{"id":3}"#),
            timings(800, 7_900, 21_000, 344_000, 349_000))
        ])
    ]
    return sample
  }

  private static var smoke: ReportCase {
    let script = Source(
      name: "checks/smoke.test.yaml",
      text: """
        steps:
          login: login.yaml
          list: {call: users.yaml, for: 2}
          avatar: avatar.yaml

        """)
    var problem = Message(
      "the header Content-Type is 'text/html', but 'image/png' is expected",
      at: mark(script, 4, 3, 6), notes: [.init("expected here", at: mark(users, 5, 1, 6))])
    problem.mismatch = Mismatch(
      subject: "header Content-Type", matcher: "equals", expected: Array(#""image/png""#.utf8),
      actual: Array(#""text/html""#.utf8), actualType: "text")
    var sample = sample(script, "smoke", line: 1, .failed([problem]))
    sample.duration = .milliseconds(412)
    sample.tags = ["smoke"]
    var login = ReportExchange(
      "POST", "https://api.example.com/login",
      headers: [ReportField("Content-Type", "application/json")],
      body: json(#"{"email":"ann@example.com","password":"***"}"#),
      response(200, "OK", #"{"token":"***"}"#))
    login.start = .milliseconds(2)
    login.timings = timings(1_100, 9_000, 24_000, 118_000, 120_000)
    var first = get("/users?page=1", response(200, "OK", #"[{"id":1}]"#), nil)
    first.start = .milliseconds(124)
    first.timings = timings(nil, nil, nil, 71_000, 96_000)
    var second = get("/users?page=2", response(200, "OK", "[]"), nil)
    second.reason = "page"
    second.start = .milliseconds(222)
    second.timings = timings(nil, nil, nil, 60_000, 61_500)
    let page = """
      <!DOCTYPE html>
      <html><head><title>Sorry</title></head>
      <body><h1>We will be back soon</h1></body></html>

      """
    var avatar = get(
      "/users/1/avatar",
      ReportResponse(
        200, "OK", version: "HTTP/2", headers: [ReportField("Content-Type", "text/html")],
        body: ReportBody(Array(page.utf8), mediaType: "text/html; charset=utf-8", size: 90_210)),
      nil)
    avatar.body = ReportBody([0x89, 0x50, 0x4E, 0x47, 0x00, 0x1A], mediaType: "image/png")
    avatar.start = .milliseconds(285)
    avatar.timings = timings(600, 7_500, 20_100, 110_000, 125_000)
    sample.steps = [
      ReportStep(.passed, label: "login", [login]),
      ReportStep(.passed, label: "list", iteration: 1, [first]),
      ReportStep(.passed, label: "list", iteration: 2, [second]),
      ReportStep(.failed, label: "avatar", [avatar]), ReportStep(.skipped, label: "logout"),
    ]
    sample.steps[4].part = "cleanup"
    return sample
  }

  private static var list: ReportCase {
    var exchange = ReportExchange("GET", "https://orders.example.com/orders", nil)
    exchange.failure = "cannot connect to orders.example.com: connection refused"
    var sample = sample(
      orders, "list", line: 4,
      .broken(
        Failure(
          .cannotConnect, "cannot connect to orders.example.com: connection refused",
          hint: "check that the server runs, and that the port is right")))
    sample.duration = .microseconds(740)
    sample.steps = [ReportStep(.failed, [exchange])]
    return sample
  }

  /// All of it.
  static var rich: Report {
    let bad = Source(name: "endpoints/bad.yaml", text: "host: https://a.example\npaht: /x\n")
    let unreadable = Failure(
      .badInput, "'paht' is not a field", at: mark(bad, 2, 1, 4), hint: "did you mean 'path'?")
    let skipped = sample(users, "old", line: 15, .skipped("the server has no such user"))
    var report = Report(
      .test,
      [
        ReportSuite("checks/smoke.test.yaml", [smoke]),
        ReportSuite("endpoints/bad.yaml", failure: unreadable),
        ReportSuite("endpoints/orders.v2.yaml", [list]),
        ReportSuite("endpoints/users.yaml", [passed, missing, role, slow, skipped]),
      ], status: .badInput)
    report.version = "1.2.3"
    report.start = UTCTimestamp(seconds: 1_769_860_800, nanoseconds: 250_000_000)
    report.duration = .milliseconds(4_912)
    let stray = Message(
      "no case uses the folder 'endpoints/users.recorded/gone'",
      hint: "'apicall test --prune' removes it")
    report.problems = [
      stray, Message("a case has no recording").reported(as: .warning),
    ]
    report.changes = ["removed endpoints/users.recorded/older"]
    return report
  }

  /// A run without a network in which everything passed.
  static var green: Report {
    var report = Report(
      .test,
      [
        ReportSuite(
          "endpoints/users.yaml",
          ["ok", "guest", "empty list"].enumerated().map { index, name in
            var sample = sample(users, name, line: 11 + index, .passed)
            sample.steps = [
              ReportStep(
                .passed, [get("/users/\(index)", response(200, "OK", #"{"id":1}"#), nil)])
            ]
            return sample
          })
      ], status: .success)
    report.version = "1.2.3"
    report.isOffline = true
    return report
  }

  /// Many cases: every tenth failed.
  static func many(_ count: Int) -> Report {
    let cases = (0..<count).map { number in
      let diagnostic = Message("value \(number) is wrong", at: mark(users, 6, 11, 3))
      var sample = sample(
        users, "case \(number)", line: 11,
        number % 10 == 9 ? .failed([diagnostic]) : .passed)
      sample.steps = [
        ReportStep(.passed, [get("/users/\(number)", response(200, "OK", "[]"), nil)])
      ]
      return sample
    }
    var report = Report(.test, [ReportSuite("endpoints/users.yaml", cases)], status: .expectation)
    report.version = "1.2.3"
    report.isOffline = true
    return report
  }
}
