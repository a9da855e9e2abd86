import SeededNumbers

/// A chain of redirects among a few servers, generated from a seed: the response to each request,
/// and which requests may carry credentials.
struct RedirectPlan: Sendable {
  /// The destination of a request.
  struct Place: Sendable, Hashable {
    /// The index of the server.
    var server: Int
    /// The host as it is written.
    var host: String

    /// The origin, computed by the test itself: names differ by more than case.
    var origin: String { "\(server) \(host.lowercased())" }
  }

  /// A redirect, or a page of a list that links to the next one.
  struct Step: Sendable {
    /// The status; 200 for a page.
    var status: Int
    /// How the place is written.
    var form: Form
    var place: Place
  }

  /// How a Location is written.
  enum Form: Sendable, CaseIterable {
    case absolute, capitals, fragment, dots, relative, query, network, user, https
  }

  let number: Int
  let start: Place
  let steps: [Step]

  static let hosts = ["127.0.0.1", "localhost", "LocalHost"]

  /// Generates a chain.
  ///
  /// - Parameters:
  ///   - number: the number of the chain.
  ///   - servers: the number of servers.
  ///   - hasPages: whether it also contains pages of a list.
  ///   - random: the source of randomness.
  init(
    _ number: Int, servers: Int, hasPages: Bool = false, _ random: inout SeededGenerator
  ) {
    self.number = number
    let start = Place(server: random.below(servers), host: random.pick(Self.hosts))
    var place = start
    self.start = start
    steps = (0..<(1 + random.below(7))).map { _ in
      // Staying is as likely as leaving, so that chains leave late and come back.
      if random.below(2) == 0 {
        place = random.below(4) == 0 ? start : place
      } else {
        place = Place(server: random.below(servers), host: random.pick(Self.hosts))
      }
      // Steps that end a chain are rare.
      var form = random.pick(Form.allCases)
      if [.user, .https].contains(form), random.below(8) > 0 { form = .absolute }
      let isPage = hasPages && random.below(3) == 0
      let status = isPage ? 200 : random.pick([301, 302, 303, 307, 307, 308])
      return Step(status: status, form: form, place: place)
    }
  }

  /// The path and query that show a server which step a request is.
  func target(_ step: Int) -> String { "/chain/of?n=\(number)&step=\(step)" }

  /// Returns the destination of a request: that of the redirect before it, as far as its form can
  /// express it.
  func place(of step: Int) -> Place {
    guard step > 0 else { return start }
    let before = place(of: step - 1)
    return switch steps[step - 1].form {
    case .relative, .query: before
    default: steps[step - 1].place
    }
  }

  /// Whether the request of a step may carry credentials: the chain has never left its origin.
  func isTrusted(_ step: Int) -> Bool {
    (0...step).allSatisfy { place(of: $0).origin == start.origin }
  }

  /// Returns the response to the request of a step.
  func answer(_ step: Int, ports: [Int]) -> String {
    guard step < steps.count else {
      return Self.page("")
    }
    let next = steps[step]
    let authority = "\(next.place.host):\(ports[next.place.server])"
    let target = target(step + 1)
    let location =
      switch next.form {
      case .absolute: "http://\(authority)\(target)"
      case .capitals: "HTTP://\(authority.uppercased())\(target)"
      case .fragment: "http://\(authority)\(target)#part"
      case .dots: "http://\(authority)/a/../b/./..\(target)"
      case .network: "//\(authority)\(target)"
      case .relative: "../chain/of?" + target.split(separator: "?")[1]
      case .query: "?" + target.split(separator: "?")[1]
      case .user: "http://eve:secret@\(authority)\(target)"
      case .https: "https://\(authority)\(target)"
      }
    guard next.status != 200 else { return Self.page("Link: <\(location)>; rel=\"next\"\r\n") }
    return """
      HTTP/1.1 \(next.status) Moved\r
      Location: \(location)\r
      Content-Length: 5\r
      \r
      moved
      """
  }

  private static func page(_ field: String) -> String {
    "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\(field)Content-Length: 5\r\n\r\n[1,2]"
  }

  /// Whether a request can be sent by a redirect of that form at all.
  static func isFollowable(_ form: Form) -> Bool { ![.user, .https].contains(form) }
}
