@testable import APICallLanguage
@testable import APICallModel
@testable import APICallReading
@testable import APICallRequests
@testable import APICallResponses
@testable import APICallRun
import APICallText
import APICallSafety
import APICallBase
import APICallHTTP
import APICallContracts
import YAMLTree

/// Inputs as they are typed, one per line, for an endpoint that has one of each type.
enum InputsAttempt {
  static func run(_ bytes: [UInt8]) {
    let text = String(decoding: bytes, as: UTF8.self)
    let assignments = text.split(separator: "\n")
      .compactMap { InputResolver.Assignment(String($0)) }
    guard
      let endpoint = try? SpecAttempt.reader.read(
        Source(name: "call.yaml", bytes: Array(every.utf8)))
    else { return }
    let builder = CallBuilder(world: .still, destination: Destination())
    _ = try? builder.call(endpoint, with: assignments)
  }

  private static let every = """
    host: https://a.example
    path: /<s>/<i>
    inputs:
      s: {pattern: '^(a|b)+c$', optional: true, max_length: 20}
      i: {type: integer, min: -5, max: 100000000000000000000, default: 0}
      n: {type: number, min: 0.5, optional: true}
      b: {type: boolean, optional: true}
      a: {type: array, max_length: 3, optional: true}
      o: {type: object, optional: true}
      e: {enum: [x, y], optional: true}
      f: {format: email, optional: true}
      d: {format: date-time, optional: true}
      u: {format: uri, optional: true}
      h: {format: hostname, optional: true}
      p: {format: ipv6, optional: true}
    query: {n: <n>, e: <e>, f: <f>}
    json: {b: <b>, a: <a>, o: <o>, d: <d>, u: <u>, h: <h>, p: <p>}
    """
}
