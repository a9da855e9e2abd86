import APICallLanguage
import APICallModel
import APICallReading
import Glibc

/// All benchmarks, in the order in which they are listed.
///
/// A new one is a file in `Benchmarks/` and a line here.
private let benchmarks: [any Benchmark.Type] = [
  JSONScanning.self, JSONIndexing.self, JSONIndenting.self, PathSelecting.self,
  PathFiltering.self, TemplateReading.self, TemplateRendering.self, TreeReading.self,
  SpecReading.self, CallBuilding.self,
]

/// Runs one benchmark twice.
///
/// The instructions of the second run can be counted.
@main
enum Micro {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else { return list() }
    let name = CommandLine.arguments[1]
    guard let type = benchmarks.first(where: { $0.name == name }) else {
      print("micro: there is no benchmark '\(name)'")
      exit(64)
    }
    let benchmark = try type.init()
    // The cost of one-time work in Swift's runtime is not counted.
    try benchmark.work()
    try countedWork(benchmark)
    print(benchmark.units)
  }

  /// Lists the benchmarks, each with its unit.
  private static func list() {
    for type in benchmarks { print("\(type.name) \(type.unit)") }
  }
}

/// Does the work whose instructions are counted: `run` makes valgrind count only in functions with
/// this name.
///
/// - Parameter benchmark: the benchmark.
/// - Throws: the errors of the work.
@inline(never)
private func countedWork(_ benchmark: any Benchmark) throws { try benchmark.work() }
