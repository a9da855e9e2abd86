import Foundation

/// The Python that has the modules of some tests.
enum TestPython {
  static let program = ProcessInfo.processInfo.environment["APICALL_PYTHON"] ?? "python3"

  static func has(_ modules: String) -> Bool {
    (try? CommandRun(ChildProcess([program, "-c", "import \(modules)"])).ending) == .exit(0)
  }
}
