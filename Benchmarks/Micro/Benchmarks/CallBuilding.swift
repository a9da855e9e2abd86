import APICallLanguage
import APICallModel
import APICallReading
import APICallRequests
import APICallResponses
import APICallRun
import APICallText
import APICallSafety
import APICallBase
import APICallHTTP
import APICallContracts
import APICallPlugins
import YAMLTree

/// Builds a request from an endpoint whose inputs all have defaults.
struct CallBuilding: Benchmark {
  static let name = "call-build"
  static let unit = "call"

  private let endpoint: EndpointSpec
  let units = 50

  init() throws {
    endpoint = try EndpointReader(registry: Builtins.readingRegistry)
      .read(Source(name: "call.yaml", bytes: SampleTexts.spec))
  }

  func work() throws {
    let builder = CallBuilder(world: .still, destination: Destination())
    for _ in 0..<50 {
      try WrongOutcome.check(builder.call(endpoint, with: []).request.method, is: "POST")
    }
  }
}
