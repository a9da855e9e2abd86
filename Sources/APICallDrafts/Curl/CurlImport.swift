package import APICallBase
import APICallText
package import YAMLTree

/// Reads command lines of curl as requests.
package struct CurlImport {
  private let keepsAllHeaders: Bool
  private let credentials: CredentialSearch
  private var secrets = SecretNames()
  package private(set) var requests: [ImportedRequest] = []
  package private(set) var notes: [ImportNote] = []

  /// The largest number of requests in one run.
  private static let limit = 10_000

  package init(keepingAllHeaders: Bool, finding credentials: @escaping CredentialSearch) {
    keepsAllHeaders = keepingAllHeaders
    self.credentials = credentials
  }

  /// Whether a text is a command line of curl: a line of it begins with `curl`.
  package static func recognises(_ bytes: [UInt8]) -> Bool {
    bytes.prefix(1 << 20).split(separator: UInt8(ascii: "\n")).contains { line in
      var words = line.split(maxSplits: 2) { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }[...]
      if words.first?.elementsEqual("$".utf8) == true { words.removeFirst() }
      guard let word = words.first else { return false }
      return isCurl(String(decoding: word, as: UTF8.self))
    }
  }

  package static func isCurl(_ word: String) -> Bool {
    let name = word.split { $0 == "/" || $0 == "\\" }.last ?? ""
    return name == "curl" || name.lowercased() == "curl.exe"
  }

  package mutating func read(_ source: Source) throws(Failure) {
    do throws(CommandProblem) {
      try readCommands(source)
    } catch {
      let shown = ShownCommand.source(source)
      let mark = Mark(
        source: shown, start: shown.position(ofByte: error.range.lowerBound),
        end: shown.position(ofByte: error.range.upperBound))
      throw Failure(.badInput, error.message, at: mark, hint: error.hint)
    }
  }

  private mutating func readCommands(_ source: Source) throws(CommandProblem) {
    let bytes = source.bytes
    if let place = bytes.firstIndex(of: 0) {
      throw CommandProblem("the text contains NUL", at: place..<place + 1)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw CommandProblem("the text is not UTF-8", at: 0..<0)
    }
    if ShellGaps.occur(in: text) {
      throw CommandProblem("the text contains characters for private use of plane 15", at: 0..<0)
    }
    let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var gaps = ShellGaps()
    let commands =
      CmdReader.recognises(bytes[start...])
      ? try CmdReader.commands(in: bytes[start...], &gaps)
      : try ShellReader.commands(in: bytes[start...], &gaps)
    let count = requests.count
    var others = 0
    for command in commands {
      guard let words = Self.wordsOfCurl(in: command) else {
        if !command.isPiped { others += 1 }
        continue
      }
      let position = source.position(ofByte: words[words.startIndex].range.lowerBound)
      for operation in try CurlOperation.operations(of: words) {
        try add(operation, command, gaps, line: position.line)
      }
    }
    guard requests.count > count else {
      throw CommandProblem("there is no curl command", at: start..<start)
    }
    if others > 0 {
      notes.append(
        ImportNote(
          code: "command", text: "\(others) other command\(others == 1 ? " is" : "s are") ignored",
          isLoss: false))
    }
  }

  /// The words from `curl` on; nil for another command.
  private static func wordsOfCurl(in command: CommandText) -> ArraySlice<CommandWord>? {
    // A prompt, and words of the shell that may stand before a command.
    let before: Set<String> = [
      "$", "#", "%", ">", "!", "{", "do", "then", "else", "time", "sudo", "command", "exec", "env",
      "nohup",
    ]
    var words = command.words[...]
    while let word = words.first, !isCurl(word.text) {
      let isAssignment =
        word.text.prefix { $0 != "=" }.utf8.allSatisfy {
          $0.isASCIILetterOrDigit || $0 == UInt8(ascii: "_")
        } && word.text.contains("=")
      guard before.contains(word.text) || isAssignment else { return nil }
      words.removeFirst()
    }
    return words.isEmpty ? nil : words
  }

  private mutating func add(
    _ operation: CurlOperation, _ command: CommandText, _ gaps: ShellGaps, line: Int
  ) throws(CommandProblem) {
    let settings = CurlSettings(operation)
    for url in operation.urls {
      let urls = settings.keepsBraces ? [url.text] : CurlGlob.urls(of: url.text)
      guard let urls, requests.count + urls.count <= Self.limit else {
        throw CommandProblem(
          "the URL stands for too many requests", at: url.range,
          hint: "\(CurlGlob.limit) are the limit; write one URL with an input")
      }
      for text in urls {
        var conversion = CurlRequestConversion(
          request: ImportedRequest(draft: RequestDraft(url: ""), name: "", line: line),
          gaps: gaps, secrets: secrets, credentials: credentials, settings: settings,
          standardInput: command.input, keepsAllHeaders: keepsAllHeaders)
        if urls.count > 1 {
          conversion.note(
            "urls", "the URL stands for \(urls.count) URLs, each in a file of its own",
            isLoss: false)
        }
        for aside in command.asides { conversion.note("shell", aside, isLoss: false) }
        try conversion.convert(text, at: url.range)
        secrets = conversion.secrets
        var request = conversion.request
        request.draft.comments = request.notes.map { "import: \($0.text)" }
        requests.append(request)
      }
    }
  }
}
