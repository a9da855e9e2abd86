package import APICallPluginKit

/// What apicall counts on in every plugin of a role: the one list of it, which apicall-plugins(7) has
/// word by word.
package enum ConformanceRule: String, Sendable, CaseIterable {
  case usage, quiet, greeting, versions, unknown, payload, cancel, end
  case signature
  case exchange, unreachable
  case missing, listing, keeping
  case nothing, garbage, megabyte, context, pieces, values

  /// The roles that it is asked of.
  package var roles: [PluginRole.Kind] {
    switch self {
    case .usage, .quiet, .greeting, .versions, .unknown, .payload, .cancel, .end:
      [.requester, .auth, .secret]
    case .signature: [.auth]
    case .exchange, .unreachable: [.requester]
    case .missing, .listing, .keeping: [.secret]
    case .nothing, .garbage, .megabyte, .context, .pieces: [.decoder, .formatter]
    case .values: [.decoder]
    }
  }

  /// What is asked, as one sentence.
  package var text: String {
    switch self {
    case .usage: "Without its argument it says what it is on standard error, and ends with 64."
    case .quiet: "It writes nothing before the greeting."
    case .greeting: "It answers a greeting that has members which it does not know."
    case .versions: "It refuses a greeting with versions it does not speak: protocol_unsupported."
    case .unknown: "It answers a message that it does not know with not_supported, and goes on."
    case .payload: "It passes over the octets of a message that it does not know."
    case .cancel: "It stops what is cancelled, and passes over what was answered before."
    case .end: "It ends with 0 where its input ends."
    case .signature: "It answers with header fields and items of a query, or with an error."
    case .exchange: "It brings a request with its body to a server, and the answer back as it was."
    case .unreachable: "It says connect where nobody listens, or answers without a network."
    case .missing: "It says missing of a secret that it does not have."
    case .listing: "It lists names with their origins."
    case .keeping: "With --write: it gives back what it was given and removes it, or takes nothing."
    case .nothing: "It takes empty input, and ends with 0 or 65."
    case .garbage: "It takes any octets, and ends with 0 or 65."
    case .megabyte: "It takes a mebibyte, and ends with 0 or 65."
    case .context: "It does the same where nothing is known of the exchange."
    case .pieces: "It does the same however its input is cut."
    case .values: "What it writes is what its manifest says, for each of its transcripts too."
    }
  }
}
