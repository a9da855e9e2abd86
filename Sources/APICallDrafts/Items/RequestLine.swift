package import APICallBase
import APICallHTTP
import APICallText
import JSONText

/// A request that is typed as a URL and items, without a file.
package struct RequestLine {
  package private(set) var draft: RequestDraft
  package private(set) var values: [(name: String, value: String)] = []
  private let isForm: Bool
  private let read: (String) throws(Failure) -> [UInt8]

  package init(
    _ method: String, _ url: String, _ words: [String], isForm: Bool,
    reading read: @escaping (String) throws(Failure) -> [UInt8]
  ) throws(Failure) {
    self.isForm = isForm
    self.read = read
    draft = RequestDraft(url: "")
    draft.method = method
    try setURL(Self.whole(url))
    var items: [RequestItem] = []
    var problems: [Message] = []
    if let word = ([url] + words).first(where: { $0.contains("<secret.") }) {
      problems.append(
        Message(
          "'\(word)' would be sent as it is: only a file can name a stored secret",
          hint: "write the file with --save FILE.yaml and name the secret in it, or read the "
            + "credential from a file: Authorization:@FILE"))
    }
    for word in words {
      if word.hasPrefix("{") || word.hasPrefix("[") {
        problems.append(
          Message(
            "'\(word)' is not an item of the request",
            hint:
              "write members of the body as name=value or name:=JSON, or send JSON from standard "
              + "input with @-"))
        continue
      }
      guard let item = RequestItem(word) else {
        let isURL = word.contains("://")
        problems.append(
          Message(
            isURL ? "a second URL" : "'\(word)' is not an item of the request",
            hint: isURL
              ? "one command makes one call; 'apicall run FILE ...' makes several"
              : "write name=value for data, name==value for the query, or Name:value for a header "
                + "field"))
        continue
      }
      items.append(item)
    }
    if ["GET", "HEAD"].contains(method), let item = items.first(where: \.isOfBody) {
      problems.append(
        Message(
          "'\(item.name)\(item.kind.rawValue)' is data of a body, and \(method) has none",
          hint: "write \(item.name)==VALUE for an item of the query, or use 'apicall post'"))
    }
    guard problems.isEmpty else { throw Failure(.usage, problems) }
    if let item = items.first(where: { $0.name.isEmpty && $0.kind != .file }) {
      throw Failure(
        .usage, "an item has no name before its '\(item.kind.rawValue)'",
        hint: "write name=value, name==value or Name:value")
    }
    for item in items { try add(item) }
    keepOrderOfQuery()
    try addBody(items.filter(\.isOfBody))
  }

  private static func whole(_ url: String) -> String {
    if url.contains("://") { return url }
    if url.hasPrefix(":") {
      let rest = url.dropFirst()
      return "http://localhost\(rest.first?.isNumber == true ? ":" : "")\(rest)"
    }
    return "\(HostAddress.usualScheme(of: url))://\(url)"
  }

  private static func decoded(_ text: String) -> String {
    CurlRequestConversion.decoded(text, plusIsSpace: true)
  }

  /// Sets the URL; credentials in its query become inputs.
  private mutating func setURL(_ url: String) throws(Failure) {
    let start = url.firstRange(of: "://")?.upperBound ?? url.startIndex
    if url[start...].prefix(while: { !"/?#".contains($0) }).contains("@") {
      throw Failure(
        .usage, "the URL contains a user or a password",
        hint: "leave them out, and use --netrc or Authorization:@FILE")
    }
    guard let mark = url.firstIndex(of: "?"), !url.contains("#") else {
      draft.url = pathText(url[...], after: start)
      return
    }
    draft.url = pathText(url[..<mark], after: start)
    let items = String(url[url.index(after: mark)...]).split(atByte: "&", omittingEmpty: false)
    for (index, item) in items.enumerated() {
      draft.url.append(.literal(index == 0 ? "?" : "&"))
      let (name, value) = item.split(aroundFirst: "=")
      guard let value, SecretGate.isSecret(item: Self.decoded(name), Self.decoded(value)) else {
        draft.url.append(.literal(item))
        continue
      }
      draft.url.append(.literal("\(name)="))
      draft.url.append(hidden(URLPiece.pieces(of: value), of: Self.decoded(name)))
    }
  }

  /// The URL with inputs for the segments of its path that are credentials.
  private mutating func pathText(_ url: Substring, after start: String.Index) -> DraftText {
    guard !url.contains("#"), let slash = url[start...].firstIndex(of: "/") else {
      return DraftText(String(url))
    }
    var result = DraftText(String(url[..<slash]))
    var others: [String] = []
    let host = String(url[start..<slash])
    let path = String(url[slash...].dropFirst())
    for segment in path.split(atByte: "/", omittingEmpty: false) {
      result.append(.literal("/"))
      let isSecret = SecretGate.isSecret(segment: segment, after: others, at: host)
      let pieces = isSecret ? URLPiece.pieces(ofSegment: segment) : [.literal(segment)]
      result.append(hidden(pieces, of: "path_secret"))
      others.append(segment)
    }
    return result
  }

  /// A credential in the URL, with an input for each piece that it sends with the same bytes.
  private mutating func hidden(_ pieces: [URLPiece], of name: String) -> DraftText {
    DraftText(
      pieces.map { piece in
        switch piece {
        case .literal(let text): return .literal(text)
        case .hidden(let value):
          let input = InputName.unused(for: name, in: draft.inputs.map(\.name))
          draft.add(RequestDraft.Input(name: input, isSecret: true))
          values.append((input, value))
          return .input(input)
        }
      })
  }

  // MARK: Items

  private mutating func add(_ item: RequestItem) throws(Failure) {
    switch item.kind {
    case .header, .headerFile:
      // Spaces before the value of a field are no part of it (RFC 9110, section 5.5).
      let value =
        item.kind == .header
        ? String(item.value.drop { $0 == " " }) : try line(of: item.value)
      if item.kind == .header, value.isEmpty {
        draft.headers.append((item.name, nil))
        return
      }
      let isSecret = item.kind == .headerFile || SecretGate.isSecret(header: item.name, value)
      draft.headers.append((item.name, text(value, of: item.name, isSecret)))
    case .emptyHeader: draft.headers.append((item.name, DraftText("")))
    case .query, .queryFile:
      let value = item.kind == .query ? item.value : try line(of: item.value)
      let isSecret = item.kind == .queryFile || SecretGate.isSecret(item: item.name, value)
      draft.query.append((item.name, text(value, of: item.name, isSecret)))
    case .json, .jsonFile, .data, .dataFile, .file: break
    }
  }

  /// Moves a query that a map cannot keep in order into the URL.
  private mutating func keepOrderOfQuery() {
    guard !CurlRequestConversion.areTogether(draft.query.map(\.name)) else { return }
    let query = Self.joined(draft.query, for: .value)
    let rest = draft.url.template().drop { $0 != "?" }
    draft.url.append(.literal(rest.isEmpty ? "?" : rest == "?" ? "" : "&"))
    draft.url.append(query)
    draft.query = []
  }

  private static func joined(
    _ items: [RequestDraft.Item], for component: PercentEncoding.Component
  ) -> DraftText {
    var text = DraftText("")
    for (index, item) in items.enumerated() {
      if index > 0 { text.append(.literal("&")) }
      text.append(DraftText(item.name).encoded(for: component))
      text.append(.literal("="))
      if let value = item.value { text.append(value.encoded(for: component)) }
    }
    return text
  }

  private mutating func text(_ value: String, of name: String, _ isSecret: Bool) -> DraftText {
    guard isSecret, !value.isEmpty else { return DraftText(value) }
    let hidden = SecretGate.hide(value, of: name, in: &draft)
    values.append((hidden.input, hidden.secret))
    return hidden.text
  }

  /// The text of a file, without a byte order mark.
  private func text(of path: String) throws(Failure) -> String {
    let bytes = try read(path)
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let content = bytes.dropFirst(bytes.starts(with: mark) ? mark.count : 0)
    guard let text = String(validating: content, as: UTF8.self) else {
      throw Failure(
        .usage, "the file '\(path)' is not text", hint: "send it as a whole body: @\(path)")
    }
    return text
  }

  private func line(of path: String) throws(Failure) -> String {
    var text = try text(of: path)
    if text.hasSuffix("\r\n") || text.hasSuffix("\n") { text.removeLast() }
    return text
  }

  // MARK: The body

  private mutating func addBody(_ items: [RequestItem]) throws(Failure) {
    guard !items.isEmpty else { return }
    if let whole = items.first(where: { $0.kind == .file && $0.name.isEmpty }) {
      if let other = items.first(where: { $0 != whole }) {
        throw Failure(
          .usage, "'@\(whole.value)' is the whole body, so there can be no other data",
          hint: "leave out '\(other.name)', or give the file a name: NAME@\(whole.value)")
      }
      draft.body = try body(ofFile: whole.value)
    } else if items.contains(where: { $0.kind == .file }) {
      try addParts(items)
    } else if isForm {
      var form: [RequestDraft.Item] = []
      for item in items { form.append((item.name, try value(of: item))) }
      draft.body = try body(ofForm: form)
    } else {
      var members = JSONMembers()
      for item in items {
        try members.add(try json(of: item), at: item.name)
      }
      draft.body = .json(members.root)
    }
  }

  private mutating func addParts(_ items: [RequestItem]) throws(Failure) {
    var parts: [DraftBody.Part] = []
    for item in items {
      guard item.kind == .file else {
        parts.append(DraftBody.Part(name: item.name, content: .text(try value(of: item))))
        continue
      }
      let input = input(ofFile: item.value, named: item.name)
      parts.append(DraftBody.Part(name: item.name, content: .file(DraftText([.input(input)]))))
    }
    guard CurlRequestConversion.areTogether(parts.map(\.name)) else { throw Self.disordered }
    draft.body = .multipart(parts)
  }

  /// A form, or its text if a map cannot keep its order.
  private func body(ofForm items: [RequestDraft.Item]) throws(Failure) -> DraftBody {
    if CurlRequestConversion.areTogether(items.map(\.name)) { return .form(items) }
    let text = Self.joined(items, for: .form)
    // The value of an input would not be encoded.
    guard text.literal != nil else { throw Self.disordered }
    return .text(text, type: "application/x-www-form-urlencoded")
  }

  private static let disordered = Failure(
    .usage, "items with the same name have another item between them, which a file cannot keep",
    hint: "write items with the same name one after the other, or send the whole body: @FILE")

  private mutating func input(ofFile path: String, named name: String) -> String {
    let input = InputName.unused(for: name, in: draft.inputs.map(\.name))
    draft.add(RequestDraft.Input(name: input, type: "file"))
    values.append((input, path))
    return input
  }

  private mutating func body(ofFile path: String) throws(Failure) -> DraftBody {
    guard path != "-" else {
      let bytes = try read(path)
      if let json = try? JSONDocument(bytes), json.root.kind == .object || json.root.kind == .array
      {
        return .text(DraftText(String(decoding: bytes, as: UTF8.self)), type: "application/json")
      }
      guard let text = String(validating: bytes, as: UTF8.self) else {
        throw Failure(
          .usage, "standard input is not text", hint: "write it to a file, and send that: @FILE")
      }
      return .text(DraftText(text), type: nil)
    }
    let type = path.lowercased().hasSuffix(".json") ? "application/json" : nil
    return .file(DraftText([.input(input(ofFile: path, named: "body"))]), type: type)
  }

  private mutating func value(of item: RequestItem) throws(Failure) -> DraftText {
    switch item.kind {
    case .json, .jsonFile:
      throw Failure(
        .usage, "'\(item.name)\(item.kind.rawValue)' is JSON, and a form has only text",
        hint: "write \(item.name)=VALUE, or leave out --form")
    default:
      let value = item.kind == .dataFile ? try line(of: item.value) : item.value
      return text(value, of: item.name, SecretGate.isSecret(item: item.name, value))
    }
  }

  private mutating func json(of item: RequestItem) throws(Failure) -> DraftJSON {
    guard item.kind == .json || item.kind == .jsonFile else {
      return .text(try value(of: item))
    }
    let bytes = item.kind == .json ? Array(item.value.utf8) : try read(item.value)
    let shown = "'\(item.name)\(item.kind.rawValue)'"
    guard let document = try? JSONDocument(bytes) else {
      throw Failure(
        .usage, "\(shown): the value is not JSON", hint: "write \(item.name)=VALUE for text")
    }
    guard let json = DraftJSON(document.root) else {
      throw Failure(.usage, "\(shown): a key occurs twice, or a text is not Unicode")
    }
    return hidden(json, named: item.name)
  }

  private mutating func hidden(_ json: DraftJSON, named name: String) -> DraftJSON {
    switch json {
    case .text(let text):
      guard let value = text.literal else { return json }
      return .text(self.text(value, of: name, SecretGate.isSecret(item: name, value)))
    case .object(let members):
      return .object(members.map { ($0.name, hidden($0.value, named: $0.name)) })
    case .array(let items): return .array(items.map { hidden($0, named: name) })
    case .plain(let text):
      guard text.utf8.contains(where: \.isASCIIDigit), SecretGate.isSecret(item: name, text) else {
        return json
      }
      let isWhole = text.utf8.allSatisfy { $0.isASCIIDigit || $0 == UInt8(ascii: "-") }
      let hidden = SecretGate.hide(text, of: name, as: isWhole ? "integer" : "number", in: &draft)
      values.append((hidden.input, hidden.secret))
      return .text(hidden.text)
    }
  }
}
