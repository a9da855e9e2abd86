package import APICallBase
package import APICallContracts
import APICallText
package import JSONText

/// Decides what is printed, and how, from what the user asked for and what was received.
package struct OutputRules: Sendable {
  package let asked: OutputRequest
  package let context: OutputContext

  package init(_ asked: OutputRequest, in context: OutputContext) {
    self.asked = asked
    self.context = context
  }

  package var isTerminal: Bool { context.isTerminal }

  package var showsStyles: Bool {
    asked.color.showsStyles(onTerminal: isTerminal, in: context.colors)
  }

  package func settings(limit: Int) -> FormatSettings {
    var settings = FormatSettings(columns: isTerminal ? context.columns : nil, limit: limit)
    settings.isTerminal = isTerminal
    settings.showsStyles = showsStyles
    return settings
  }

  /// What is done with a body.
  package enum Plan: Sendable, Hashable {
    /// It is decoded, formatted and written while it arrives.
    case print(format: String, decoded: Bool)
    /// It is held; printed in the format if it can be decoded, otherwise unchanged.
    case printIfDecodable(format: String)
    /// It is held so that its parts can be taken.
    case select
    /// It is decoded, and what a path selects in its values is printed.
    ///
    /// The values have the given format; without one, a single text is printed unchanged, and
    /// anything else as JSON.
    case selectValues(JSONPath, format: String?)
    /// It is decoded, and what the file makes of its values is printed, in the same way.
    case makeRows(format: String?)
    /// It is read to its end, and not shown.
    case discard
    /// It is shown on standard error, with control characters escaped and its length limited.
    case showOnStandardError
    /// It is held for the envelope.
    ///
    /// The envelope is printed on standard output at the end, whatever the status is.
    case envelope
  }

  /// Checks, before anything is sent, that a format can print what is requested.
  ///
  /// Throws a ``Failure`` with exit status 64 if an assignment would have no name, or a name that
  /// is special in a shell, or if the format cannot print an envelope or columns.
  package func check(_ formatter: FormatterEntry) throws(Failure) {
    if asked.content == .envelope, formatter.printsRows {
      throw Failure(
        .usage, "an envelope is one JSON value, which \(formatter.name) cannot print",
        hint: "use --format json, compact, ndjson, yaml or raw")
    }
    if asked.columns != nil,
      formatter.name == StandardFormat.raw || formatter.layout == .assignments
    {
      throw Failure(
        .usage, "--columns and the format \(formatter.name) cannot be combined",
        hint: "add --format csv, tsv, table, json, ndjson or yaml")
    }
    guard formatter.layout == .assignments else { return }
    guard !asked.parts.isEmpty else {
      // The server chooses the names in a body, and could choose any.
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

  private func plan(for iteration: IterationForm, isExpected: Bool) -> Plan {
    guard isExpected else { return .showOnStandardError }
    let format = iteration == .bytes ? StandardFormat.raw : StandardFormat.ndjson
    if case .values(let path) = asked.content { return .selectValues(path, format: format) }
    if asked.content == .rows { return .makeRows(format: format) }
    return .print(format: format, decoded: iteration == .values)
  }

  package func plan(
    isExpected: Bool, decoder: DecoderEntry?, isForPrograms: Bool = false
  ) -> Plan {
    if asked.content == .envelope { return .envelope }
    if asked.content == .nothing { return isExpected ? .discard : .showOnStandardError }
    if let iteration = asked.iteration { return plan(for: iteration, isExpected: isExpected) }
    // A script that prints a part of the response must never get an error page instead.
    if !asked.parts.isEmpty { return isExpected ? .select : .showOnStandardError }
    if case .values(let path) = asked.content {
      return isExpected ? .selectValues(path, format: asked.format) : .showOnStandardError
    }
    if asked.content == .rows {
      return isExpected ? .makeRows(format: asked.format) : .showOnStandardError
    }
    if !isExpected, asked.place == .file || asked.columns != nil { return .showOnStandardError }
    let showsValues = isTerminal || asked.namesDecoder
    let chosen =
      asked.format
      ?? (showsValues && decoder?.kind == .json ? StandardFormat.json : StandardFormat.raw)
    // If a decoder is named, its result is printed: a hex dump is text, and raw prints that.
    let isAskedToDecode = asked.namesDecoder && asked.format == nil
    guard isExpected else {
      if isForPrograms { return .showOnStandardError }
      return chosen == StandardFormat.raw && !isAskedToDecode
        ? .print(format: StandardFormat.raw, decoded: false) : .printIfDecodable(format: chosen)
    }
    // Bytes that the user asked for are not checked. Other unchanged bodies are printed as
    // received; they are decoded only to check that they match their media type, or to show text
    // that is not UTF-8 on a terminal.
    let isLookedAt = decoder?.isVerbatim == true && (decoder?.kind == .json || isTerminal)
    let isDecoded =
      chosen != StandardFormat.raw || (asked.format == nil && isLookedAt) || isAskedToDecode
    return .print(format: chosen, decoded: isDecoded)
  }
}
