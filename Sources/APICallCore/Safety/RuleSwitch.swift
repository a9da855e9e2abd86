#if DEBUG
  import Glibc
#endif

/// Lets a test switch one rule of safety off, to show that something notices.
///
/// Every decision about a request, a file that is written and a file that is read is a row of a table:
/// `RequestRule`, `WriteRule` and `ReadRule`. In a debug build the variable
/// `APICALL_TEST_RULE_OFF` names the rows that do not hold; a release has no such switch.
package enum RuleSwitch {
  #if DEBUG
    private static let off: [String] = {
      guard let text = getenv("APICALL_TEST_RULE_OFF") else { return [] }
      return String(cString: text).split(separator: ",").map(String.init)
    }()
  #endif

  /// Whether a rule holds.
  ///
  /// - Parameter rule: the row of its table.
  /// - Returns: true, unless a test has switched it off.
  package static func holds<Rule: RawRepresentable<String>>(_ rule: Rule) -> Bool {
    #if DEBUG
      return !off.contains(rule.rawValue)
    #else
      return true
    #endif
  }
}
