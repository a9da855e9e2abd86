import YAMLTree

/// All there is to say of one run, as one JSON value: what was sent, what came back, the file's
/// outputs, where the time went, and what went wrong.
///
/// Every member is there in every envelope, so that a program need not ask; what there is none of is
/// null.
struct Envelope {
  /// The call; nil where none could be made of the file and its inputs.
  let call: Call?
  /// The answer's head; nil where none came.
  let head: ResponseHead?
  /// The answer's body, and what was taken from it; nil where nobody held it.
  let body: EnvelopeBody?
  let outcome: RunOutcome

  /// The JSON text, without white space but for that of a body.
  var octets: [UInt8] {
    var octets: [UInt8] = []
    BuiltJSON.map([
      ("request", request), ("response", response), ("outputs", outputs),
      ("timings", outcome.timings.json), ("error", outcome.failure.map(Self.error) ?? .null),
    ]).append(to: &octets)
    return octets
  }

  /// The request, secrets masked: the one way that its texts get here.
  private var request: BuiltJSON {
    call.map { RequestObject.json(of: Redactor($0).protecting($0.request)) } ?? .null
  }

  private var response: BuiltJSON {
    guard let head else { return .null }
    return .map([
      ("status", .number(String(head.status))),
      ("reason", head.reason.isEmpty ? .null : .text(head.reason)),
      ("http_version", .text(head.version)),
      ("headers", .list(head.headers.map { BuiltJSON.texts([$0.name, $0.value]) })),
      body?.member ?? ("body", .null),
    ])
  }

  /// The values of the outputs that the file declares; null where they were not to be had.
  private var outputs: BuiltJSON {
    let taken = body?.outputs ?? []
    return .map(
      (call?.endpoint.outputs ?? []).map { output in
        let value = taken.first { $0.name == output.name }?.value
        return (output.name, value.map { .json($0.jsonText) } ?? .null)
      })
  }

  private static func error(_ failure: Failure) -> BuiltJSON {
    .map([
      ("exit", .number(String(failure.status.rawValue))),
      ("exit_name", .text(failure.status.name)),
      ("message", failure.diagnostics.first.map { .text($0.message) } ?? .null),
      ("diagnostics", .list(failure.diagnostics.map(diagnostic))),
    ])
  }

  private static func diagnostic(_ diagnostic: Diagnostic) -> BuiltJSON {
    let mark = diagnostic.mark
    return .map([
      ("message", .text(diagnostic.message)),
      ("file", mark.map { .text($0.source.name) } ?? .null),
      ("line", mark.map { .number(String($0.start.line)) } ?? .null),
      ("column", mark.map { .number(String($0.start.column)) } ?? .null),
      ("hint", diagnostic.hint.map { .text($0) } ?? .null),
    ])
  }
}

extension Timings {
  /// The times in milliseconds, to the microsecond; null for points that were never come to.
  fileprivate var json: BuiltJSON {
    .map([
      ("name_lookup", Self.milliseconds(nameLookup)), ("connect", Self.milliseconds(connect)),
      ("tls", Self.milliseconds(tls)), ("first_octet", Self.milliseconds(firstOctet)),
      ("total", Self.milliseconds(total)),
    ])
  }

  private static func milliseconds(_ duration: Duration?) -> BuiltJSON {
    guard let duration else { return .null }
    let (seconds, attoseconds) = max(duration, .zero).components
    let microseconds = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    let fraction = String(1000 + microseconds % 1000).dropFirst()
    return .number("\(microseconds / 1000).\(fraction)")
  }
}
