#if DEBUG
  import Glibc
#endif

/// A row of a table of safety: ``RequestRule``, ``ReadRule`` or ``WriteRule``.
///
/// Every decision about a request, a file that is read and a file that is written asks its row whether
/// it holds. In a debug build the variable `APICALL_TEST_RULE_OFF` names rows that do not, so that a
/// test can show that each is needed; a release has no such switch.
package protocol SafetyRule: RawRepresentable<String>, CaseIterable, Sendable {}

#if DEBUG
  private let switchedOff: [String] = {
    guard let text = getenv("APICALL_TEST_RULE_OFF") else { return [] }
    return String(cString: text).split(separator: ",").map(String.init)
  }()
#endif

extension SafetyRule {
  /// Whether the row holds: true, unless a test has switched it off.
  package var holds: Bool {
    #if DEBUG
      return !switchedOff.contains(rawValue)
    #else
      return true
    #endif
  }
}
