import APICallSpec
import Glibc

/// All benchmarks, in the order in which they are told: one more is a file in `Benchmarks/` and a
/// line here.
private let benchmarks: [any Benchmark.Type] = [
  JSONScanning.self, JSONIndexing.self, JSONIndenting.self, PathSelecting.self,
  PathFiltering.self, TemplateReading.self, TemplateRendering.self, TreeReading.self,
  SpecReading.self, CallBuilding.self,
]

/// Does the work of one benchmark, the second time for who counts instructions.
@main
enum Micro {
  static func main() throws {
    guard CommandLine.arguments.count == 2 else { return list() }
    let name = CommandLine.arguments[1]
    guard let type = benchmarks.first(where: { $0.name == name }) else {
      print("micro: no benchmark is called '\(name)'")
      exit(64)
    }
    let benchmark = try type.init()
    // What Swift's runtime does but once is no part of the cost.
    try benchmark.work()
    try countedWork(benchmark)
    print(benchmark.units)
  }

  /// Names the benchmarks, each with its unit.
  private static func list() {
    for type in benchmarks { print("\(type.name) \(type.unit)") }
  }
}

/// The work whose instructions are counted: `run` has valgrind count in functions of this name alone.
///
/// - Parameter benchmark: whose work it is.
/// - Throws: what the work throws.
@inline(never)
private func countedWork(_ benchmark: any Benchmark) throws { try benchmark.work() }
