package import APICallPluginKit

/// The requirements for plugins: the only list, which apicall-plugin(5) contains word for word.
package enum ConformanceRule: String, Sendable, CaseIterable {
  case usage, quiet, greeting, versions, unknown, payload, cancel, end
  case signature
  case exchange, unreachable
  case missing, listing, keeping
  case nothing, garbage, megabyte, context, pieces, values
  case permits

  package var roles: [PluginRole.Kind] {
    switch self {
    case .usage, .quiet, .greeting, .versions, .unknown, .payload, .cancel, .end:
      [.requester, .auth, .secret]
    case .signature: [.auth]
    case .exchange, .unreachable: [.requester]
    case .missing, .listing, .keeping: [.secret]
    case .nothing, .garbage, .megabyte, .context, .pieces: [.decoder, .formatter]
    case .values: [.decoder]
    case .permits: [.limiter]
    }
  }

  package var text: String {
    switch self {
    case .usage:
      "Without its argument, it prints a description to standard error and exits with 64."
    case .quiet: "It writes nothing before the greeting."
    case .greeting: "It responds to a greeting that has unknown members."
    case .versions: "It rejects a greeting with unsupported versions: protocol_unsupported."
    case .unknown: "It responds to an unknown message with not_supported and continues."
    case .payload: "It skips the bytes of an unknown message."
    case .cancel: "It stops a cancelled message, and ignores a cancel for a completed one."
    case .end: "It exits with 0 when its input ends."
    case .signature: "It responds with header fields and query items, or with an error."
    case .exchange:
      "It sends a request with its body to a server and returns the response unchanged."
    case .unreachable:
      "It reports connect if no server is listening, or responds without a network."
    case .missing: "It reports missing for a secret that does not exist."
    case .listing: "It lists names with their origins."
    case .keeping:
      "With --write: it returns the secret that it stored and removes it, or stores nothing."
    case .nothing: "It accepts empty input and exits with 0 or 65."
    case .garbage: "It accepts any bytes and exits with 0 or 65."
    case .megabyte: "It accepts a mebibyte of input and exits with 0 or 65."
    case .context: "Its output is the same without information about the exchange."
    case .pieces: "Its output is the same however its input is split."
    case .values: "Its output matches its manifest, including for each of its transcripts."
    case .permits: "It answers a question with permits, at most as many as were asked for."
    }
  }
}
