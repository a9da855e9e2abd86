import Glibc

/// Where tests that try made-up cases begin.
///
/// The same cases each time, so that a run that fails fails again; `APICALL_SEED=random` tries others
/// each time, and `APICALL_SEED=NUMBER` those of a seed that a failure printed.
package enum TestSeed {
  /// The seed of this run.
  ///
  /// - Returns: what `APICALL_SEED` says; 20260801 where it says nothing.
  package static func picked() -> UInt64 {
    guard let text = getenv("APICALL_SEED").map({ String(cString: $0) }) else { return 20_260_801 }
    return UInt64(text) ?? UInt64.random(in: 0...UInt64.max)
  }
}
