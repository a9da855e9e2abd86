package import APICallBase
import APICallHTTP
import APICallModel
import APICallRequests
import APICallResponses
import APICallSafety
import APICallText
package import JSONText

/// The report on one run as a single JSON value.
///
/// It contains the request, the response, the outputs of the file, the timings and the error. Every
/// envelope has every member, so that programs need no check; a missing value is null.
package struct Envelope {
  /// The call; nil if none could be made from the file and its inputs.
  var call: Call?
  var head: ResponseHead?
  var body: EnvelopeBody?
  let outcome: RunOutcome

  /// The JSON text, without white space except for that of a body.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    BuiltJSON.map([
      ("request", request), ("response", response), ("outputs", outputs),
      ("timings", outcome.timings.json), ("error", outcome.failure.map(Self.error) ?? .null),
    ]).append(to: &bytes)
    return bytes
  }

  /// The envelope of a call that was never made.
  ///
  /// Returns its JSON text; empty if a signal ended the run, or the reader closed the output.
  package static func bytes(of failure: Failure) -> [UInt8] {
    let envelope = Envelope(outcome: RunOutcome(failure: failure))
    return envelope.isAwaited ? envelope.bytes : []
  }

  /// Whether the envelope is printed: not if a signal ended the run, or the reader closed the
  /// output.
  var isAwaited: Bool { !outcome.status.endsRun }

  /// The request with its secrets masked; no other code puts its texts into an envelope.
  private var request: BuiltJSON {
    call.map { RequestObject.json(of: Redactor($0).protecting($0.request)) } ?? .null
  }

  private var response: BuiltJSON {
    guard let head else { return .null }
    return .map(head.jsonMembers + [body?.member ?? ("body", .null)])
  }

  /// The values of the declared outputs; null if they could not be taken.
  private var outputs: BuiltJSON {
    let taken = body?.outputs ?? []
    return .map(
      (call?.endpoint.outputs ?? []).map { output in
        let value = taken.first { $0.name == output.name }?.value
        return (output.name, value.map { .json($0.jsonText) } ?? .null)
      })
  }

  package static func error(_ failure: Failure) -> BuiltJSON {
    .map([
      ("exit", BuiltJSON(failure.status.rawValue)),
      ("exit_name", .text(failure.status.name)),
      ("message", BuiltJSON(failure.diagnostics.first?.words)),
      ("diagnostics", .list(failure.diagnostics.map(\.json))),
    ])
  }
}
