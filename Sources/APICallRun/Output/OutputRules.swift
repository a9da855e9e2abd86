package import APICallBase
package import APICallHTTP
package import JSONText

/// What is printed, and how: one function of what the user asked for and what came.
package struct OutputRules: Sendable {
  package let asked: OutputRequest
  package let surroundings: OutputSurroundings

  package init(_ asked: OutputRequest, in surroundings: OutputSurroundings) {
    self.asked = asked
    self.surroundings = surroundings
  }

  /// Whether what is printed goes to a terminal.
  package var isTerminal: Bool { surroundings.isTerminal }

  /// Whether formats show in colour what is what.
  package var showsStyles: Bool {
    asked.color.showsStyles(onTerminal: isTerminal, in: surroundings.colors)
  }

  /// What formatters are told of the output.
  ///
  /// - Parameter limit: the most bytes they may hold.
  /// - Returns: their settings.
  package func settings(limit: Int) -> FormatSettings {
    var settings = FormatSettings(columns: isTerminal ? surroundings.columns : nil, limit: limit)
    settings.isTerminal = isTerminal
    settings.showsStyles = showsStyles
    return settings
  }

  /// What becomes of a body.
  package enum Plan: Sendable, Hashable {
    /// Decoded, formatted and written while it arrives.
    case print(format: String, decoded: Bool)
    /// Held; shown in the format if it decodes, and as it came if not.
    case printIfDecodable(format: String)
    /// Held, for its parts to be taken.
    case select
    /// Decoded, and what a path leads to in its values printed: in the format, or where nobody
    /// named one, one text as it is and anything else as JSON.
    case selectValues(JSONPath, format: String?)
    /// Read to its end, and shown nowhere.
    case discard
    /// Shown on standard error, its control characters escaped and its length capped.
    case showOnStandardError
    /// Held for the envelope, which is printed when all is over, on standard output whatever the
    /// status: whoever asks for it judges for himself.
    case envelope
  }

  /// Checks, before anything is sent, that a format can print what is asked for.
  ///
  /// - Parameter formatter: the formatter of that name.
  /// - Throws: a ``Failure`` with exit status 64 if an assignment would have no name, or one that
  ///   means something to a shell, and where an envelope would not fit.
  package func check(_ formatter: FormatterEntry) throws(Failure) {
    if asked.content == .envelope, formatter.printsRows {
      throw Failure(
        .usage, "an envelope is one JSON value, which \(formatter.name) cannot print",
        hint: "use --format json, compact, ndjson, yaml or raw")
    }
    guard formatter.layout == .assignments else { return }
    guard !asked.parts.isEmpty else {
      // The names of a body are the server's, and it could choose any.
      throw Failure(
        .usage, "\(formatter.name) assigns the outputs that --print names, but none are named",
        hint: "name outputs of the file, such as --print token --format \(formatter.name)")
    }
    if let selection = asked.parts.first(where: { !ShellName.isValid($0.name) }) {
      throw Failure(
        .usage, "'\(selection.name)' cannot be the name of a shell variable here",
        hint:
          "declare an output whose name matches [a-z_][a-z0-9_]*, does not end in _proxy and "
          + "is not special in zsh, as 'path' is")
    }
  }

  /// What becomes of the body of a round of a loop.
  private func plan(for round: RoundForm, isExpected: Bool) -> Plan {
    guard isExpected else { return .showOnStandardError }
    let format = round == .octets ? StandardFormat.raw : StandardFormat.ndjson
    if case .values(let path) = asked.content { return .selectValues(path, format: format) }
    return .print(format: format, decoded: round == .values)
  }

  /// Decides what becomes of a body.
  ///
  /// - Parameters:
  ///   - isExpected: whether the status is a good one.
  ///   - decoder: the decoder of its media type; nil if there is none.
  ///   - isForPrograms: whether the format that was asked for is read by programs alone.
  /// - Returns: what to do with the body.
  package func plan(
    isExpected: Bool, decoder: DecoderEntry?, isForPrograms: Bool = false
  ) -> Plan {
    if asked.content == .envelope { return .envelope }
    if asked.content == .nothing { return isExpected ? .discard : .showOnStandardError }
    if let round = asked.round { return plan(for: round, isExpected: isExpected) }
    // A script that asked for a part of the response must never get an error page in its place.
    if !asked.parts.isEmpty { return isExpected ? .select : .showOnStandardError }
    if case .values(let path) = asked.content {
      return isExpected ? .selectValues(path, format: asked.format) : .showOnStandardError
    }
    if !isExpected, asked.place == .file { return .showOnStandardError }
    let showsValues = isTerminal || asked.namesDecoder
    let chosen =
      asked.format
      ?? (showsValues && decoder?.kind == .json ? StandardFormat.json : StandardFormat.raw)
    // Bytes that somebody wants decoded are: a hex dump is text, and raw prints that.
    let isAskedToDecode = asked.namesDecoder && asked.format == nil
    guard isExpected else {
      if isForPrograms { return .showOnStandardError }
      return chosen == StandardFormat.raw && !isAskedToDecode
        ? .print(format: StandardFormat.raw, decoded: false) : .printIfDecodable(format: chosen)
    }
    // Bytes that were asked for as such are nobody's business. Those that nobody asked to be
    // different are printed as they came, and decoded only to learn whether they are what they say,
    // or for a terminal to show text that is not UTF-8.
    let isLookedAt = decoder?.isVerbatim == true && (decoder?.kind == .json || isTerminal)
    let isDecoded =
      chosen != StandardFormat.raw || (asked.format == nil && isLookedAt) || isAskedToDecode
    return .print(format: chosen, decoded: isDecoded)
  }
}
