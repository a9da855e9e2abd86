package import APICallBase
import APICallRun
package import APICallSpec
import JSONText

/// All there is to say of one run of a script, as one JSON value: the envelope of each of its calls, in
/// the order in which they ended, its outputs, and what went wrong.
package final class ScriptEnvelope {
  /// The most bytes of all calls together: 64 MiB.
  private static let limit = BufferedBytes.limit

  private let file: String
  private var calls: [(place: StepPlace, envelope: [UInt8])] = []
  private var count = 0
  /// How many calls there was no room for.
  private var left = 0

  /// Creates an envelope without calls.
  ///
  /// - Parameter file: the script, as messages show it.
  package init(of file: String) { self.file = file }

  /// Adds a call.
  ///
  /// - Parameters:
  ///   - envelope: all there is to say of it, as JSON; empty where a signal ended it.
  ///   - place: which call it is.
  func add(_ envelope: [UInt8], at place: StepPlace) {
    guard !envelope.isEmpty else { return }
    guard left == 0, count + envelope.count <= Self.limit else {
      left += 1
      return
    }
    count += envelope.count
    calls.append((place, envelope))
  }

  /// The JSON text.
  ///
  /// - Parameters:
  ///   - outputs: the script's outputs, which are the user's own as those of a call are; empty where
  ///     it failed.
  ///   - failure: why it failed, or nil.
  /// - Returns: one JSON value, without white space but for that of bodies.
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
