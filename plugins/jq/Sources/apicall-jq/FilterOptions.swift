import CLibJQ
import Glibc

/// The options of the plugin, from its environment.
struct FilterOptions {
  /// The expression.
  let expression: String
  /// Whether strings are printed without quotes.
  let isRaw: Bool
  /// Whether all values are put into one list.
  let isSlurping: Bool
  /// The print flags for libjq's `jv_dumpf`.
  let printFlags: Int32

  /// Reads the options.
  ///
  /// - Parameter variable: the value of an environment variable.
  /// - Throws: `FilterProblem` if a value does not match `plugin.json`.
  init(_ variable: (String) -> String?) throws(FilterProblem) {
    func isOn(_ name: String) throws(FilterProblem) -> Bool {
      switch variable("APICALL_OPT_" + name) {
      case nil, "false", "0": return false
      case "true", "1": return true
      case let value?:
        throw FilterProblem(
          FilterProblem.wrongUsage, "'\(name.lowercased())' must be true or false, not '\(value)'")
      }
    }
    expression = variable("APICALL_OPT_EXPR") ?? "."
    isRaw = try isOn("RAW")
    isSlurping = try isOn("SLURP")
    let text = variable("APICALL_OPT_INDENT") ?? "2"
    guard let indent = Int32(text), (0...7).contains(indent) else {
      throw FilterProblem(FilterProblem.wrongUsage, "'indent' must be 0 to 7, not '\(text)'")
    }
    var flags: Int32 = 0
    // The number of spaces is in the bits from JV_PRINT_SPACE0.
    if indent > 0 { flags |= indent << 8 | Int32(JV_PRINT_PRETTY.rawValue) }
    if try isOn("TAB") { flags |= Int32(JV_PRINT_TAB.rawValue | JV_PRINT_PRETTY.rawValue) }
    if try isOn("SORT") { flags |= Int32(JV_PRINT_SORTED.rawValue) }
    if variable("APICALL_COLOR") == "1" { flags |= Int32(JV_PRINT_COLOR.rawValue) }
    printFlags = flags
  }
}
