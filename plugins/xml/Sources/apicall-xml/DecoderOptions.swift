/// The options of the plugin and what it is told of the answer, as its environment has them.
struct DecoderOptions {
  /// The names of elements that are always lists.
  let lists: [String]
  /// Whether names of elements keep their prefix, and declarations of namespaces become members.
  let keepsPrefixes: Bool
  /// The charset that the Content-Type gives, which counts for more than the one that the document
  /// declares (RFC 7303, section 3.2); nil where it gives none.
  let charset: String?

  /// Reads the options.
  ///
  /// - Parameter variable: gives the value of an environment variable.
  /// - Throws: `FilterProblem` where one is not as `plugin.json` has it.
  init(_ variable: (String) -> String?) throws(FilterProblem) {
    lists = (variable("APICALL_OPT_LISTS") ?? "").split { $0 == "," || $0 == " " }.map(String.init)
    switch variable("APICALL_OPT_PREFIXES") {
    case nil, "true", "1": keepsPrefixes = true
    case "false", "0": keepsPrefixes = false
    case let value?:
      throw FilterProblem(
        FilterProblem.wrongUsage, "'prefixes' takes true or false, not '\(value)'")
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
