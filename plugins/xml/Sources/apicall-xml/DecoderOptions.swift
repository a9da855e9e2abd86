/// The options of the plugin and the facts about the response, from its environment.
struct DecoderOptions {
  /// The names of elements that always become lists.
  let lists: [String]
  /// Whether element names keep their prefix, and namespace declarations become members.
  let keepsPrefixes: Bool
  /// The expressions whose values are decoded in place of the document.
  let queries: XPathQueries
  /// The charset in the Content-Type, which takes precedence over the one that the document
  /// declares (RFC 7303, section 3.2); nil without one.
  let charset: String?

  /// Reads the options.
  ///
  /// - Parameter variable: the value of an environment variable.
  /// - Throws: `FilterProblem` if a value does not match `plugin.json`.
  init(_ variable: (String) -> String?) throws(FilterProblem) {
    lists = (variable("APICALL_OPT_LISTS") ?? "").split { $0 == "," || $0 == " " }.map(String.init)
    switch variable("APICALL_OPT_PREFIXES") {
    case nil, "true", "1": keepsPrefixes = true
    case "false", "0": keepsPrefixes = false
    case let value?:
      throw FilterProblem(
        FilterProblem.wrongUsage, "'prefixes' must be true or false, not '\(value)'")
    }
    queries = try XPathQueries(variable("APICALL_OPT_XPATH") ?? "")
    guard queries.all.isEmpty || lists.isEmpty && keepsPrefixes else {
      throw FilterProblem(
        FilterProblem.wrongUsage, "'lists' and 'prefixes' have no effect with 'xpath'")
    }
    charset = variable("APICALL_CONTENT_TYPE").flatMap(Self.charset)
  }

  /// The parameter `charset` of a media type.
  private static func charset(of type: String) -> String? {
    for parameter in type.split(separator: ";").dropFirst() {
      let parts = parameter.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ $0 != " " }).lowercased() == "charset" else {
        continue
      }
      let name = parts[1].filter { $0 != " " && $0 != "\"" && $0 != "'" }
      return name.isEmpty ? nil : String(name)
    }
    return nil
  }
}
