import APICallBase
import APICallHTTP
import APICallText
import JSONText

extension CurlRequestConversion {
  private static let formType = "application/x-www-form-urlencoded"

  mutating func setBody(at range: Range<Int>) throws(CommandProblem) -> String {
    let hasData = !settings.data.isEmpty
    // curl makes a GET of data only.
    if settings.isGet, settings.form.isEmpty, settings.upload == nil {
      settings.query += settings.data.map(\.piece)
      keepContentType()
      return settings.isHead ? "HEAD" : "GET"
    }
    guard
      [hasData, !settings.form.isEmpty, settings.upload != nil, settings.isHead]
        .count(where: { $0 }) <= 1
    else {
      throw CommandProblem(
        "curl makes only one request: data, a form, a file to upload, or --head", at: range)
    }
    if let upload = settings.upload {
      setUpload(upload)
      return "PUT"
    }
    if !settings.form.isEmpty {
      try setForm(at: range)
      return "POST"
    }
    guard hasData else {
      keepContentType()
      return settings.isHead ? "HEAD" : "GET"
    }
    setData()
    return "POST"
  }

  private mutating func keepContentType() {
    let type = contentType ?? (settings.isJSON && !isWithoutType ? "application/json" : nil)
    if let type { append("Content-Type", draftText(type)) }
  }

  // MARK: Files

  private mutating func setUpload(_ path: String) {
    let type = contentType.map { draftText($0).template() }
    if path == "-" || path == ".", let standardInput {
      request.draft.body = .text(draftText(ofBody: standardInput, type: contentType), type: type)
    } else {
      request.draft.body = .file(fileInput(path), type: type)
    }
    // curl sends a file without a type.
    if type == nil, !isWithoutType {
      request.draft.headers.append(("Content-Type", nil))
    }
  }

  mutating func fileInput(_ path: String) -> DraftText {
    let name = shownName(path)
    let help = path == "-" ? "a file, or - for standard input" : name.map { "such as \($0)" }
    return DraftText([
      .input(newInput(for: name ?? "body", type: "file", help: help ?? "a file"))
    ])
  }

  /// The last part of a path if it is clearly the name of a file.
  private func shownName(_ path: String) -> String? {
    let name = FilePath.name(of: path)
    guard !ShellGaps.occur(in: name), let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")),
      (2...8).contains(name.utf8[dot...].count), name.utf8.count <= 64,
      name.utf8.allSatisfy({ $0.isASCIILetterOrDigit || "-_. ".utf8.contains($0) }),
      !SecretGate.isSecret(segment: name)
    else { return nil }
    return name
  }

  // MARK: Data

  private mutating func setData() {
    if settings.data.count == 1, case .file(let path, let strips) = settings.data[0].piece,
      !(path == "-" && standardInput != nil)
    {
      if strips {
        note(
          "file", "curl removes the line breaks of the file, and apicall sends it unchanged")
      }
      let type = contentType ?? (settings.isJSON ? "application/json" : Self.formType)
      let file = fileInput(path)
      request.draft.body = .file(file, type: isWithoutType ? nil : draftText(type).template())
      return
    }
    var text = ""
    for (index, item) in settings.data.enumerated() {
      if index > 0, !item.isJSON { text += "&" }
      text += self.text(item.piece)
    }
    setText(text)
  }

  private var isWithoutType: Bool {
    request.draft.headers.contains { $0.name.lowercased() == "content-type" }
  }

  /// The text of a part of the body; what a file contains is a value that is not known.
  mutating func text(_ piece: CurlSettings.Piece) -> String {
    switch piece {
    case .text(let text): return text
    case .encoded(let name, let text): return Self.encodedItem(name, text)
    case .file(let path, let strips): return contents(of: path, strips: strips)
    case .encodedFile(let name, let path):
      return Self.encodedItem(name, contents(of: path, strips: false))
    }
  }

  private static func encodedItem(_ name: String, _ text: String) -> String {
    let value = DraftText.encoded(text, for: .form)
    return name.isEmpty ? value : "\(name)=\(value)"
  }

  private mutating func contents(of path: String, strips: Bool) -> String {
    if path == "-", let standardInput {
      return strips
        ? standardInput.filter { $0 != "\n" && $0 != "\r" && $0 != "\r\n" } : standardInput
    }
    note(
      "file", "the contents of a file are an input: give its text", isLoss: false)
    let gap = ShellGaps.Gap.other(shownName(path) ?? "body", of: path)
    return gaps.mark(for: gap).map { String($0) } ?? ""
  }

  private mutating func setText(_ text: String) {
    let type = contentType ?? (settings.isJSON ? "application/json" : nil)
    let media = type.flatMap { MediaType($0) }
    let isJSON = media?.subtype == "json" || media?.subtype.hasSuffix("+json") == true
    if type == nil || isJSON, let json = Self.json(text) {
      request.draft.body = .json(self.json(json))
      if type == nil, !isWithoutType {
        note(
          "json",
          "curl sends this JSON as a form; without the field Content-Type, it is sent as JSON",
          isLoss: false)
        append("Content-Type", DraftText(Self.formType))
      } else if let type, type.lowercased() != "application/json" {
        append("Content-Type", draftText(type))
      }
      return
    }
    let isForm = type == nil || media?.description.lowercased() == Self.formType
    if isForm, !isWithoutType, let items = Self.items(text) {
      noteVariables(in: text)
      let hasGrant = items.contains { $0.name == "grant_type" }
      request.draft.body = .form(
        items.map { item in
          let isCode = hasGrant && ["code", "assertion", "subject_token"].contains(item.name)
          let value =
            isCode
            ? hidden(item.value, as: item.name)
            : draftText(ofItem: item.name, item.value)
          return (item.name, value)
        })
      if let type, type.lowercased() != Self.formType {
        append("Content-Type", draftText(type))
      }
      return
    }
    request.draft.body = .text(
      draftText(ofBody: text, type: type ?? Self.formType),
      type: isWithoutType ? nil : draftText(type ?? Self.formType).template())
  }

  private static func json(_ text: String) -> DraftJSON? {
    guard let first = text.utf8.first(where: { $0 > 0x20 }), "{[".utf8.contains(first),
      let document = try? JSONDocument(Array(text.utf8)), let json = DraftJSON(document.root),
      !hasGapInName(json)
    else { return nil }
    return json
  }

  private static func hasGapInName(_ json: DraftJSON) -> Bool {
    switch json {
    case .object(let members):
      members.contains { ShellGaps.occur(in: $0.name) || hasGapInName($0.value) }
    case .array(let items): items.contains(where: hasGapInName)
    case .text, .plain: false
    }
  }

  /// The items of a form; nil if a form of a file would have other ones.
  private static func items(_ text: String) -> [(name: String, value: String)]? {
    var items: [(name: String, value: String)] = []
    for item in text.split(atByte: "&", omittingEmpty: false) {
      let (name, value) = item.split(aroundFirst: "=")
      guard let value, !name.isEmpty, hasEscapes(name), hasEscapes(value), isOfForm(name, value),
        !ShellGaps.occur(in: name)
      else { return nil }
      items.append((decoded(name, plusIsSpace: true), decoded(value, plusIsSpace: true)))
    }
    return areTogether(items.map(\.name)) ? items : nil
  }

  /// Whether an item is one of a form, and not text in another language that has an equals sign,
  /// such as a line of metrics, whose bytes must stay.
  private static func isOfForm(_ name: String, _ value: String) -> Bool {
    let isName = name.unicodeScalars.allSatisfy {
      !$0.isASCII || UInt8(ascii: $0).isASCIILetterOrDigit
        || "_-.[]%+@:$".unicodeScalars.contains($0)
    }
    let hasLine = value.utf8.contains { $0 < 0x20 }
    let hasWords = value.utf8.contains(0x20) && value.utf8.contains(UInt8(ascii: "="))
    return isName && !hasLine && !hasWords
  }

  /// Whether all escapes are ones, and those of UTF-8.
  private static func hasEscapes(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
      guard index + 2 < bytes.count, bytes[index + 1].isASCIIHexDigit,
        bytes[index + 2].isASCIIHexDigit
      else { return false }
    }
    return String(
      validating: PercentEncoding.decode(bytes, plusIsSpace: true), as: UTF8.self) != nil
  }
}
