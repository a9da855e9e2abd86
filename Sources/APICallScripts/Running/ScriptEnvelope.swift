package import APICallBase
package import APICallLanguage
import APICallResponses
import APICallRun
import APICallText
import JSONText

/// The envelope of a script: one JSON value with the envelopes of its calls, in the order in which
/// they ended, its outputs, and its error.
package final class ScriptEnvelope {
  /// The most bytes of all calls together: 64 MiB.
  private static let limit = BufferedBytes.limit

  private let file: String
  private var calls: [(place: StepPlace, envelope: [UInt8])] = []
  private var count = 0
  /// The number of calls omitted for lack of room.
  private var left = 0

  package init(of file: String) { self.file = file }

  func add(_ envelope: [UInt8], at place: StepPlace) {
    guard !envelope.isEmpty else { return }
    guard left == 0, count + envelope.count <= Self.limit else {
      left += 1
      return
    }
    count += envelope.count
    calls.append((place, envelope))
  }

  /// Returns one JSON value, without white space except in bodies.
  package func bytes(outputs: ScopeRecord, failure: Failure?) -> [UInt8] {
    let calls = calls.map { place, envelope in
      BuiltJSON.map([
        ("step", .text(place.path.joined(separator: "/"))),
        ("iteration", BuiltJSON(place.iteration)),
        ("call", .json(envelope)),
      ])
    }
    var bytes: [UInt8] = []
    BuiltJSON.map([
      ("file", .text(file)), ("steps", .list(calls)), ("calls_left_out", BuiltJSON(left)),
      (
        "outputs",
        .map(
          outputs.members.map { name, binding in
            (name, binding.value.map { .json($0.jsonText) } ?? .null)
          })
      ),
      ("error", failure.map(Envelope.error) ?? .null),
    ]).append(to: &bytes)
    return bytes
  }
}
