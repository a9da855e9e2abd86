import APICallBase
import APICallDrafts
import APICallSystem
import APICallText
import YAMLTree

/// What is imported: texts with their formats.
enum ImportSources {
  private static let limit = 16 << 20

  static func read(_ operands: [String]) throws(Failure) -> [Source] {
    let hasFormat = operands.first == "curl"
    let rest = Array(operands.dropFirst(hasFormat ? 1 : 0))
    guard !rest.isEmpty else {
      throw Failure(
        .usage, "nothing to import",
        hint: "name a file, write - for standard input, or a command after --: -- curl URL")
    }
    try refuseOtherFormats(operands)
    if rest.count == 1, rest[0].contains(where: \.isWhitespace),
      CurlImport.recognises(Array(rest[0].utf8)), !SystemFolder.isTaken(rest[0])
    {
      // A command line in quotes: the shell has not split it.
      return [Source(name: "command", text: rest[0] + "\n")]
    }
    if let words = command(operands) {
      // The words as a shell would read them again; it is the caller's shell that has split them.
      let text = words.map { ShellWord.quoted($0) }.joined(separator: " ") + "\n"
      return [Source(name: "command", text: text)]
    }
    var sources: [Source] = []
    for path in rest {
      let bytes = try SystemFiles().bytes(of: path, limit: limit)
      guard hasFormat || CurlImport.recognises(bytes) else {
        throw Failure(
          .badInput, "'\(path)' has no format that can be imported",
          hint: "the formats are: curl; a command line begins with the word curl. " + copying)
      }
      sources.append(Source(name: path, bytes: bytes))
    }
    return sources
  }

  private static let copying =
    "Postman, Insomnia, Bruno and browsers copy a request as a command line of curl"

  private static func refuseOtherFormats(_ operands: [String]) throws(Failure) {
    let others = [
      "postman", "insomnia", "bruno", "har", "openapi", "swagger", "hurl", "httpie", "http",
      "hoppscotch", "thunder", "yaak", "wget", "fetch",
    ]
    guard let word = operands.first, others.contains(word), !SystemFolder.isTaken(word) else {
      return
    }
    throw Failure(
      .usage, "'\(word)' is not a format that can be imported",
      hint: ["openapi", "swagger"].contains(word)
        ? "only command lines of curl can; 'apicall get URL --save FILE' writes a file for a call"
        : "only command lines of curl can: \(copying)")
  }

  /// The words of a command among the operands; nil if they are files.
  private static func command(_ operands: [String]) -> [String]? {
    let rest = Array(operands.dropFirst())
    if let first = rest.first, CurlImport.isCurl(first) { return rest }
    guard let first = operands.first, CurlImport.isCurl(first) else { return nil }
    // `-- curl URL` without a format.
    let hasWords =
      first != "curl"
      || rest.contains { $0.contains("://") || $0.hasPrefix("-") && $0 != "-" }
    return hasWords ? operands : nil
  }
}
