import Foundation

/// A Python that has the modules of some tests: the one that the variable `APICALL_PYTHON` names, one
/// that `make servers` has unpacked, or that of the system.
enum TestPython {
  /// Returns the program, or `nil` if none has all modules.
  static func program(with modules: String) -> String? {
    let unpacked = ["python", "moto"].map { "\(Place.package)/.build/servers/\($0)/bin/python3" }
    let named = ProcessInfo.processInfo.environment["APICALL_PYTHON"].map { [$0] } ?? []
    return (named + unpacked + ["python3"]).first { program in
      (try? CommandRun(ChildProcess([program, "-c", "import \(modules)"])).ending) == .exit(0)
    }
  }

  static func has(_ modules: String) -> Bool { program(with: modules) != nil }
}
