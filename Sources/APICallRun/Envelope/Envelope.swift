package import APICallBase
import APICallHTTP
import APICallSpec
package import JSONText

/// All there is to say of one run, as one JSON value: what was sent, what came back, the file's
/// outputs, where the time went, and what went wrong.
///
/// Every member is there in every envelope, so that a program need not ask; what there is none of is
/// null.
package struct Envelope {
  /// The call; nil if none could be made of the file and its inputs.
  let call: Call?
  /// The response's head; nil if none came.
  let head: ResponseHead?
  /// The response's body, and what was taken from it; nil if nobody held it.
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

  /// The envelope of a call that was never made.
  ///
  /// - Parameter failure: why it was not.
  /// - Returns: its JSON text; empty where a signal ended the run, or its reader has gone.
  package static func octets(of failure: Failure) -> [UInt8] {
    let envelope = Envelope(
      call: nil, head: nil, body: nil, outcome: RunOutcome(failure: failure))
    return envelope.isAwaited ? envelope.octets : []
  }

  /// Whether anybody waits for it: not where a signal ended the run, or its reader has gone.
  var isAwaited: Bool { !outcome.status.endsRun }

  /// The request, secrets masked: the one way that its texts get here.
  private var request: BuiltJSON {
    call.map { RequestObject.json(of: Redactor($0).protecting($0.request)) } ?? .null
  }

  private var response: BuiltJSON {
    guard let head else { return .null }
    return .map(head.jsonMembers + [body?.member ?? ("body", .null)])
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

  /// What went wrong, as data.
  package static func error(_ failure: Failure) -> BuiltJSON {
    .map([
      ("exit", BuiltJSON(failure.status.rawValue)),
      ("exit_name", .text(failure.status.name)),
      ("message", BuiltJSON(failure.diagnostics.first?.words)),
      ("diagnostics", .list(failure.diagnostics.map(\.json))),
    ])
  }
}
