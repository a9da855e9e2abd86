import Glibc

/// The seed of tests with generated cases.
///
/// The cases are the same each time, so that a run that fails fails again; `APICALL_SEED=random`
/// tries others each time, and `APICALL_SEED=NUMBER` those of a seed that a failure printed.
package enum TestSeed {
  /// Returns the seed of this run.
  ///
  /// - Returns: the value of `APICALL_SEED`; 20260801 if it is not set.
  package static func picked() -> UInt64 {
    guard let text = getenv("APICALL_SEED").map({ String(cString: $0) }) else { return 20_260_801 }
    return UInt64(text) ?? UInt64.random(in: 0...UInt64.max)
  }
}
