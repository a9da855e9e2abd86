import APICallBase
import APICallText

/// Converts one operation of curl and one of its URLs to a request.
struct CurlRequestConversion {
  var request: ImportedRequest
  /// The values that the source does not have.
  var gaps: ShellGaps
  var secrets: SecretNames
  let credentials: CredentialSearch
  var settings: CurlSettings
  let standardInput: String?
  let keepsAllHeaders: Bool
  /// The query, as curl sends it; items that are encoded later are apart.
  var query: String?
  var contentType: String?
  /// The header fields that the command removes, in lower case: options do not set them.
  var removed: Set<String> = []
  /// The host, which gives stored secrets their names.
  var host = ""
  var origin: String?
  var inputs: [ShellGaps.Gap: String] = [:]

  mutating func convert(_ url: String, at range: Range<Int>) throws(CommandProblem) {
    for note in settings.notes { self.note(note.code, note.text, isLoss: note.isLoss) }
    try setURL(url, at: range)
    try setHeaders()
    let usual = try setBody(at: range)
    setQuery()
    setCredentials()
    try setMethod(usual: usual, at: range)
  }

  // MARK: The method

  private mutating func setMethod(usual: String, at range: Range<Int>) throws(CommandProblem) {
    let hasBody = request.draft.body != nil
    var method = settings.method ?? usual
    let isText = !ShellGaps.occur(in: method)
    if isText, method.uppercased() != method {
      note("method", "the method is written in capitals")
      method = method.uppercased()
    }
    let isWord =
      !method.isEmpty
      && method.utf8.allSatisfy { $0.isASCIILetterOrDigit || "-_.".utf8.contains($0) }
    guard !isText || isWord else {
      throw CommandProblem("the method is not a word", at: range)
    }
    if method != (hasBody ? "POST" : "GET") {
      request.draft.method = isText ? method : draftText(method).template()
    }
    let known = isText ? method : usual
    setTransfer(method: known)
    request.name = ImportedName.made(method: known, path: namedPath, host: host)
  }

  /// The path of the name: without what is not text.
  private var namedPath: String {
    let text = request.draft.url.parts.map { part in
      guard case .literal(let text) = part else { return "\u{0}" }
      return text
    }.joined().prefix { $0 != "?" }
    return text.split(atByte: "/").dropFirst(request.draft.isPath ? 0 : 2)
      .filter { !$0.utf8.contains(0) }.joined(separator: "/")
  }

  // MARK: The URL

  private mutating func setURL(_ text: String, at range: Range<Int>) throws(CommandProblem) {
    var text = marked(text)
    if text.utf8.contains(UInt8(ascii: " ")) {
      note("url", "spaces in the URL are encoded, which curl refuses")
    }
    var isPath = false
    if let first = text.unicodeScalars.first, ShellGaps.isMark(first),
      !text.utf8.dropFirst(4).starts(with: "://".utf8), hasWholeHost(text)
    {
      // `$BASE/path`: the variable is a URL, and only its host is free in a file.
      isPath = true
      let rest = text.utf8.dropFirst(4).drop { !"/?#".utf8.contains($0) }
      text = "http://host" + String(decoding: rest, as: UTF8.self)
    } else if text.unicodeScalars.first.map(ShellGaps.isMark) == true {
      text = "http://" + text
    }
    var url = try CurlURL(
      text, usual: settings.scheme, keepsDots: settings.keepsDots, at: range)
    if !isPath, ShellGaps.occur(in: url.authority), !hasFreeLabel(url.authority) {
      isPath = true
    }
    if let user = url.user {
      settings.user = settings.user ?? "\(user.name):\(user.password ?? "")"
    }
    if let upload = settings.upload, url.path.ends(with: "/"), upload != "-", upload != "." {
      url.path += CurlURL.escaped(FilePath.name(of: upload))
    }
    query = url.query
    noteVariables(in: url.path)
    request.draft.isPath = isPath
    if isPath {
      note("host", "the host is not in the source: give it with --host", isLoss: false)
      request.draft.url = pathText(url.path, at: "")
      return
    }
    if !ShellGaps.occur(in: url.authority) {
      host = url.authority
      origin = "\(url.scheme)://\(url.authority.lowercased())"
    }
    var draft = DraftText("\(url.scheme)://")
    draft.append(draftText(url.authority))
    draft.append(pathText(url.path, at: url.authority))
    request.draft.url = draft
  }

  /// Whether a variable at the beginning is all of the host.
  private func hasWholeHost(_ text: String) -> Bool {
    let rest = text.utf8.dropFirst(4)
    return rest.isEmpty || "/?#:".utf8.contains(rest.first ?? 0)
  }

  /// Whether what is not known in a host is a label of its name, which a file can leave open.
  private func hasFreeLabel(_ authority: String) -> Bool {
    let labels = authority.split(atByte: ".", omittingEmpty: false)
    let free = labels.filter { ShellGaps.occur(in: $0) }
    return labels.count >= free.count + 2 && free.count == 1 && labels.last != free[0]
      && free[0].unicodeScalars.count { ShellGaps.isMark($0) } == 1
  }

  private mutating func pathText(_ path: String, at host: String) -> DraftText {
    var result = DraftText([])
    let segments = path.split(atByte: "/", omittingEmpty: false)
    for (index, segment) in segments.enumerated() {
      if index > 0 { result.append(.literal("/")) }
      let text = CurlURL.escaped(segment)
      let isSecret = SecretGate.isSecret(segment: segment, after: segments[..<index], at: host)
      result.append(isSecret ? hidden(inPath: text) : draftText(text))
    }
    return result
  }

  /// A credential in the path, with an input for each piece that it sends with the same bytes.
  private mutating func hidden(inPath text: String) -> DraftText {
    var result = DraftText([])
    for piece in URLPiece.pieces(ofSegment: text) {
      switch piece {
      case .literal(let text) where !text.utf8.contains(UInt8(ascii: "%")):
        result.append(.literal(text))
      case .literal(let text):
        note("url", "a credential in the path has escapes that a file encodes differently")
        result.append(hidden(text, as: "path_secret"))
      case .hidden(let value): result.append(hidden(value, as: "path_secret"))
      }
    }
    return result
  }

  /// Placeholders of documentation, `<id>` and `{id}`, as values that are not known.
  private mutating func marked(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "{") }) else {
      return text
    }
    var result: [UInt8] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.first {
      let close: UInt8? =
        byte == UInt8(ascii: "<")
        ? UInt8(ascii: ">")
        : byte == UInt8(ascii: "{") && !settings.keepsBraces ? UInt8(ascii: "}") : nil
      if let close, let end = rest.prefix(64).firstIndex(of: close) {
        let name = rest[(rest.startIndex + 1)..<end]
        if let first = name.first, first.isASCIILetter,
          name.allSatisfy({ $0.isASCIILetterOrDigit || "_- .".utf8.contains($0) }),
          case let name = String(decoding: name, as: UTF8.self),
          let mark = gaps.mark(for: .other(name, of: name))
        {
          result += String(mark).utf8
          rest = rest[(end + 1)...]
          continue
        }
      }
      result.append(byte)
      rest.removeFirst()
    }
    return String(decoding: result, as: UTF8.self)
  }
}
