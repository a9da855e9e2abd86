import APICallText

extension CurlRequestConversion {
  private static let browserFields: Set<String> = [
    "user-agent", "accept-language", "referer", "origin", "dnt", "pragma", "priority",
    "upgrade-insecure-requests", "cache-control",
  ]

  private static let ownFields: Set<String> = [
    "content-length", "transfer-encoding", "connection", "keep-alive", "proxy-connection",
  ]

  /// Fields that apicall sends if a file does not remove them.
  private static let usualFields: Set<String> = [
    "accept", "user-agent", "accept-encoding", "content-type", "expect",
  ]

  mutating func setHeaders() throws(CommandProblem) {
    let fields = try fields()
    let isBrowser = fields.contains { $0.name.lowercased().hasPrefix("sec-") }
    var left: Set<String> = []
    let set = Set(fields.filter { $0.value != nil }.map { $0.name.lowercased() })
    removed = Set(fields.filter { $0.value == nil }.map { $0.name.lowercased() })
    for (name, value) in fields {
      let lower = name.lowercased()
      let isNoise = lower.hasPrefix("sec-") || isBrowser && Self.browserFields.contains(lower)
      if isNoise, !keepsAllHeaders {
        left.insert(lower)
      } else if lower == "cookie" {
        if let value { addCookie(value) }
      } else if Self.ownFields.contains(lower) {
        if value != nil {
          note(
            "header", "the header field \(lower) is left out: apicall sets it", isLoss: false)
        }
      } else if lower == "authorization", let value {
        settings.authorization = value
      } else if lower == "proxy-authorization" {
        note(
          "header", "proxy-authorization is left out: use 'apicall run --proxy'", isLoss: false)
      } else {
        add(name, value, hasOther: set.contains(lower))
      }
    }
    if !left.isEmpty {
      let names = left.sorted().joined(separator: ", ")
      note("browser", "header fields of a browser are left out: \(names)")
    }
    addOptions()
  }

  /// The fields as they are written; without a value, a field is removed.
  private mutating func fields() throws(CommandProblem) -> [(name: String, value: String?)] {
    var fields: [(name: String, value: String?)] = []
    for (text, word) in settings.headers {
      if text.begins(with: "@") {
        note(
          "header", "--header @FILE is lost: the header fields of the file are not read")
        continue
      }
      guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F }) else {
        throw CommandProblem(
          "a header field is one line without control characters", at: word.range)
      }
      let bytes = text.utf8
      if let colon = bytes.firstIndex(of: UInt8(ascii: ":")) {
        let name = Self.trimmed(bytes[..<colon])
        let value = Self.trimmed(bytes[bytes.index(after: colon)...])
        guard Self.isToken(name) else {
          throw CommandProblem("the name of a header field is not a word", at: word.range)
        }
        fields.append((name, value.isEmpty ? nil : value))
      } else if bytes.last == UInt8(ascii: ";"), Self.isToken(Self.trimmed(bytes.dropLast())) {
        fields.append((Self.trimmed(bytes.dropLast()), ""))
      } else {
        note("header", "a header field without a colon is left out, as curl does")
      }
    }
    return fields
  }

  private static func trimmed(_ bytes: Substring.UTF8View) -> String {
    var rest = bytes
    while let first = rest.first, first == 0x20 || first == 0x09 { rest = rest.dropFirst() }
    while let last = rest.last, last == 0x20 || last == 0x09 { rest = rest.dropLast() }
    return String(decoding: rest, as: UTF8.self)
  }

  /// Whether a text is a name of a field (RFC 9110, section 5.6.2).
  private static func isToken(_ name: String) -> Bool {
    !name.isEmpty
      && name.utf8.allSatisfy { $0.isASCIILetterOrDigit || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  private mutating func add(_ name: String, _ value: String?, hasOther: Bool) {
    let lower = name.lowercased()
    guard let value else {
      if lower == "host" { note("header", "the header field host cannot be removed") }
      guard Self.usualFields.contains(lower), !hasOther else { return }
      return request.draft.headers.append((name, nil))
    }
    if lower == "content-type" {
      if contentType != nil { note("header", "only the last content-type is sent") }
      contentType = value
      return
    }
    if lower == "host", value.lowercased() == host.lowercased() { return }
    append(name, draftText(ofHeader: name, value))
  }

  /// Adds a field; names that differ only in case are one name.
  mutating func append(_ name: String, _ value: DraftText) {
    let same = request.draft.headers.first { $0.name.lowercased() == name.lowercased() }
    request.draft.headers.append((same?.name ?? name, value))
  }

  private mutating func addCookie(_ value: String) {
    guard keepsAllHeaders else {
      return note(
        "cookies", "cookies are left out: --all-headers keeps them as a secret")
    }
    append("Cookie", hidden(value, as: "cookie"))
  }

  /// Adds the fields that options set, unless the command sets or removes them as header fields.
  private mutating func addOptions() {
    let cookies = settings.cookies.joined(separator: "; ")
    let names = removed.union(request.draft.headers.map { $0.name.lowercased() })
    if !cookies.isEmpty, !names.contains("cookie") { addCookie(cookies) }
    if let agent = settings.userAgent, !names.contains("user-agent") {
      if agent.isEmpty {
        request.draft.headers.append(("User-Agent", nil))
      } else {
        append("User-Agent", draftText(ofHeader: "User-Agent", agent))
      }
    }
    if let referer = settings.referer, !names.contains("referer") {
      let isAutomatic = referer.hasSuffix(";auto")
      let text = isAutomatic ? String(referer.dropLast(5)) : referer
      if isAutomatic { note("redirects", "apicall sends no Referer after a redirect") }
      if !text.isEmpty { append("Referer", draftText(ofHeader: "Referer", text)) }
    }
    if let range = settings.range, !names.contains("range") {
      append("Range", draftText("bytes=\(range)"))
    }
    if settings.isJSON, !names.contains("accept") { append("Accept", "application/json") }
  }
}
