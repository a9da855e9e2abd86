/// What is printed, and how: one function of what the user asked for and what came.
package struct OutputRules: Sendable {
  /// The formatter that was asked for, on the command line or in the spec.
  package var format: String?
  /// The parts of the answer to print in place of its body; empty for the body.
  package var selections: [Selection]
  /// Whether standard output is a terminal.
  package var isTerminal: Bool
  /// Whether formats show in colour what is what.
  package var showsStyles = false
  /// What formatters are told of the output.
  package var settings = FormatSettings()

  package init(format: String? = nil, selections: [Selection] = [], isTerminal: Bool) {
    self.format = format
    self.selections = selections
    self.isTerminal = isTerminal
  }

  /// What becomes of a body.
  package enum Plan: Sendable, Hashable {
    /// Decoded, formatted and written while it arrives.
    case print(format: String, decoded: Bool)
    /// Held; shown in the format if it decodes, and as it came if not.
    case printIfDecodable(format: String)
    /// Held, for its parts to be taken.
    case select
    /// Shown on standard error, its control characters escaped and its length capped.
    case showOnStandardError
  }

  /// Decides what becomes of a body.
  ///
  /// - Parameters:
  ///   - isExpected: whether the status is a good one.
  ///   - decoder: the decoder of its media type; nil where there is none.
  /// - Returns: what to do with the body.
  package func plan(isExpected: Bool, decoder: (any ResponseDecoder.Type)?) -> Plan {
    // A script that asked for a part of the answer must never get an error page in its place.
    if !selections.isEmpty { return isExpected ? .select : .showOnStandardError }
    let chosen = format ?? (isTerminal && decoder?.kind == .json ? "json" : "raw")
    guard isExpected else {
      return chosen == "raw"
        ? .print(format: "raw", decoded: false) : .printIfDecodable(format: chosen)
    }
    // Octets that were asked for as such are nobody's business. Those that nobody asked to be
    // different are printed as they came, and decoded only to learn whether they are what they say,
    // or for a terminal to show text that is not UTF-8.
    let isLookedAt = decoder?.isVerbatim == true && (decoder?.kind == .json || isTerminal)
    let isDecoded = chosen != "raw" || (format == nil && isLookedAt)
    return .print(format: chosen, decoded: isDecoded)
  }
}
