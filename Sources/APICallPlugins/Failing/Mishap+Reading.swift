package import APICallBase
import APICallSpec

extension Mishap {
  /// The names of the ways, in the order in which messages list them.
  package static let names = [
    "dns", "connect", "tls", "timeout", "reset", "truncated", "garbage", "status", "slow",
    "redirect",
  ]

  /// How long a slow answer takes unless somebody says.
  private static let usualSlowness = Duration.seconds(3)

  /// Reads `dns`, `status=503` or `status=503,times=2`.
  ///
  /// - Parameter option: what stands behind `--fail`.
  /// - Throws: a ``Failure`` with exit status 64.
  package init(option: String) throws(Failure) {
    var way: Way?
    var times: Int?
    for part in option.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.prefix { $0 != "=" }
      let value = name.count == part.count ? nil : String(part.dropFirst(name.count + 1))
      if name == "times" {
        times = try Self.times(value)
      } else if let way {
        throw Failure(
          .usage, "--fail: '\(part)' is a second way to fail beside \(way)",
          hint: "give one of them; 'times=2' may stand behind it")
      } else {
        way = try Self.way(String(name), value)
      }
    }
    guard let way else {
      throw Failure(
        .usage, "--fail: '\(option)' does not say how", hint: "write --fail status=503,times=2")
    }
    self.init(way, times: times)
  }

  /// What is wrong where nobody says how to fail.
  static var untold: Failure {
    Failure(
      .usage, "the requester 'failing' is not told how to fail",
      hint: "write --fail HOW, which is one of \(names.joined(separator: ", "))")
  }

  private static func way(_ name: String, _ value: String?) throws(Failure) -> Way {
    switch (name, value) {
    case ("dns", nil): return .unknownHost
    case ("connect", nil): return .noConnection
    case ("tls", nil): return .noTLS
    case ("timeout", nil): return .timeout(isConnecting: false)
    case ("timeout", "connect"): return .timeout(isConnecting: true)
    case ("reset", nil): return .reset
    case ("truncated", nil): return .truncated
    case ("garbage", nil): return .garbage
    case ("redirect", nil): return .redirect
    case ("status", nil): return .status(500)
    case ("slow", nil): return .slow(usualSlowness)
    case ("status", let value?):
      guard let status = Int(value), (200...599).contains(status) else {
        throw Failure(
          .usage, "--fail: '\(value)' is not the status of an answer",
          hint: "write a number from 200 to 599, as in --fail status=503")
      }
      return .status(status)
    case ("slow", let value?):
      guard let duration = Duration(written: value) else {
        throw Failure(
          .usage, "--fail: '\(value)' is not a length of time",
          hint: "write a number and a unit, as in --fail slow=10s")
      }
      return .slow(duration)
    case ("timeout", let value?):
      throw Failure(
        .usage, "--fail: there is no timeout '\(value)'",
        hint: "write 'timeout', or 'timeout=connect' for one before the connection stands")
    case (_, let value?) where names.contains(name):
      throw Failure(
        .usage, "--fail: '\(name)' takes no '=\(value)'", hint: "write --fail \(name)")
    default:
      throw Failure(
        .usage, "--fail: there is no way '\(name)' to fail",
        hint: Int(name) == nil
          ? Nearest.hint(for: name, among: names, noun: "ways") : "did you mean 'status=\(name)'?")
    }
  }

  private static func times(_ value: String?) throws(Failure) -> Int {
    guard let value, let times = Int(value), (1...1_000_000).contains(times) else {
      throw Failure(
        .usage, "--fail: '\(value ?? "times")' is not a number of times",
        hint: "write a whole number from 1 on, as in --fail status=503,times=2")
    }
    return times
  }
}

extension Mishap.Way: CustomStringConvertible {
  /// The way as it is written.
  package var description: String {
    switch self {
    case .unknownHost: "dns"
    case .noConnection: "connect"
    case .noTLS: "tls"
    case .timeout(let isConnecting): isConnecting ? "timeout=connect" : "timeout"
    case .reset: "reset"
    case .truncated: "truncated"
    case .garbage: "garbage"
    case .status(let status): "status=\(status)"
    case .slow(let duration): "slow=\(duration.written)"
    case .redirect: "redirect"
    }
  }
}
