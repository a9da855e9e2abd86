import APICallLanguage
import APICallModel
import APICallReading
import APICallText
import APICallSafety
import APICallBase
import APICallHTTP
import APICallContracts
import APICallPlugins
import YAMLTree

/// Reads a file into an endpoint with all its fields.
struct SpecReading: Benchmark {
  static let name = "spec-read"
  static let unit = "line"

  private let reader = EndpointReader(registry: Builtins.readingRegistry)
  private let source = Source(name: "call.yaml", bytes: SampleTexts.spec)
  let units = SampleTexts.specLines * 50

  func work() throws {
    for _ in 0..<50 { try WrongOutcome.check(reader.read(source).inputs.count, is: 6) }
  }
}
