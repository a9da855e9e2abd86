/// The expressions of the option `xpath`, each with the name of its value: `name: expression`, one a
/// line, or with `;` between them if there is one line.
struct XPathQueries {
  /// The names and expressions in their order.
  let all: [(name: String, expression: String)]

  /// Reads the option.
  ///
  /// - Parameter text: the value of the option; empty for no expressions.
  /// - Throws: `FilterProblem` if a line has no name, or the name of another line.
  init(_ text: String) throws(FilterProblem) {
    var queries: [(name: String, expression: String)] = []
    let hasLines = text.contains(where: \.isNewline)
    for line in text.split(whereSeparator: { hasLines ? $0.isNewline : $0 == ";" })
    where !line.allSatisfy(\.isWhitespace) {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
      let name = Self.trimmed(parts[0])
      let expression = parts.count == 2 ? Self.trimmed(parts[1]) : ""
      guard !expression.isEmpty, Self.isName(name) else {
        throw FilterProblem(
          FilterProblem.wrongUsage,
          "'xpath' has expressions such as 'titles: //item/title', not '\(Self.trimmed(line))'")
      }
      guard !queries.contains(where: { $0.name == name }) else {
        throw FilterProblem(FilterProblem.wrongUsage, "'xpath' has two expressions named '\(name)'")
      }
      queries.append((name, expression))
    }
    all = queries
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
          true
        default: false
        }
      }
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
