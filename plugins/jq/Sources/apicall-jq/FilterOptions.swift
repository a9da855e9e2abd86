import CLibJQ
import Glibc

/// The options of the plugin, as its environment has them.
struct FilterOptions {
  /// The expression.
  let expression: String
  /// Whether a string is printed without quotes.
  let isRaw: Bool
  /// Whether all values become one list.
  let isSlurping: Bool
  /// How values are printed, as libjq's `jv_dumpf` takes it.
  let printFlags: Int32

  /// Reads the options.
  ///
  /// - Parameter variable: gives the value of an environment variable.
  /// - Throws: `FilterProblem` where one is not as `plugin.json` has it.
  init(_ variable: (String) -> String?) throws(FilterProblem) {
    func isOn(_ name: String) throws(FilterProblem) -> Bool {
      switch variable("APICALL_OPT_" + name) {
      case nil, "false", "0": return false
      case "true", "1": return true
      case let value?:
        throw FilterProblem(
          FilterProblem.wrongUsage, "'\(name.lowercased())' takes true or false, not '\(value)'")
      }
    }
    expression = variable("APICALL_OPT_EXPR") ?? "."
    isRaw = try isOn("RAW")
    isSlurping = try isOn("SLURP")
    let text = variable("APICALL_OPT_INDENT") ?? "2"
    guard let indent = Int32(text), (0...7).contains(indent) else {
      throw FilterProblem(FilterProblem.wrongUsage, "'indent' takes 0 to 7, not '\(text)'")
    }
    var flags: Int32 = 0
    // The number of spaces stands in the bits from JV_PRINT_SPACE0 on.
    if indent > 0 { flags |= indent << 8 | Int32(JV_PRINT_PRETTY.rawValue) }
    if try isOn("TAB") { flags |= Int32(JV_PRINT_TAB.rawValue | JV_PRINT_PRETTY.rawValue) }
    if try isOn("SORT") { flags |= Int32(JV_PRINT_SORTED.rawValue) }
    if variable("APICALL_COLOR") == "1" { flags |= Int32(JV_PRINT_COLOR.rawValue) }
    printFlags = flags
  }
}
