import CLibJQ
import Glibc

/// The formatter `jq`: reads JSON values and prints the results of an expression.
@main
enum JQFilter {
  static func main() {
    do throws(FilterProblem) {
      try run()
    } catch {
      complain(error.message)
      exit(error.status)
    }
  }

  /// Prints an error to standard error.
  ///
  /// - Parameter message: one line without a line feed.
  static func complain(_ message: String) {
    var line = message + "\n"
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }

  private static func run() throws(FilterProblem) {
    guard CommandLine.argc == 1 else {
      throw FilterProblem(
        FilterProblem.wrongUsage, "this program is a plugin for apicall: see apicall-jq(1)")
    }
    let options = try FilterOptions { name in getenv(name).map { String(cString: $0) } }
    guard let file = fdopen(STDOUT_FILENO, "w") else {
      throw FilterProblem(FilterProblem.lostOutput, "there is no standard output")
    }
    let printer = ResultPrinter(file: file, options: options)
    let reader = ValueReader(descriptor: STDIN_FILENO) { fflush(file) }
    Confinement.begin()
    let expression = try Expression(options.expression, reader: reader)
    let failure = apply(expression, to: reader, isSlurping: options.isSlurping, printer)
    // The results before the failure are also printed.
    try printer.finish()
    if let failure { throw failure }
  }

  /// Applies the expression to all values, and returns the reason if it ended early.
  private static func apply(
    _ expression: Expression, to reader: ValueReader, isSlurping: Bool, _ printer: ResultPrinter
  ) -> FilterProblem? {
    do throws(FilterProblem) {
      if isSlurping {
        var all = jv_array()
        while let value = reader.next() { all = jv_array_append(all, value) }
        if let problem = reader.problem { throw problem }
        _ = try expression.apply(to: all, printer.print)
        return nil
      }
      while let value = reader.next() {
        guard try expression.apply(to: value, printer.print) else { return nil }
      }
      return reader.problem
    } catch {
      return error
    }
  }
}
