import APICallBase

extension CurlRequestConversion {
  private static let types = [
    "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png",
    "svg": "image/svg+xml", "txt": "text/plain", "htm": "text/html", "html": "text/html",
    "pdf": "application/pdf", "xml": "application/xml",
  ]

  mutating func setForm() {
    var parts: [DraftBody.Part] = []
    for (text, isLiteral) in settings.form {
      guard let part = CurlFormPart(text, isLiteral: isLiteral) else {
        note("form", "a part of the form without = is left out")
        continue
      }
      for lost in part.lost { note("form", "'\(lost)' of a part is lost") }
      parts += self.parts(part)
    }
    if let contentType, !contentType.lowercased().hasPrefix("multipart/form-data") {
      note(
        "header", "the content-type of the form is left out: its parts need their own")
    }
    // A part that follows others of its name is sent with them.
    if !Self.areTogether(parts.map(\.name)) {
      note(
        "form", "parts with the same name are sent one after the other", isLoss: false)
    }
    request.draft.body = .multipart(parts)
  }

  private mutating func parts(_ part: CurlFormPart) -> [DraftBody.Part] {
    let name = literal(part.name, of: "form", "a part")
    let type = part.type.map { draftText($0).template() }
    let fileName = part.fileName.map { draftText($0).template() }
    switch part.content {
    case .text(let text):
      let value = draftText(ofItem: part.name, text)
      return [DraftBody.Part(name: name, content: .text(value), fileName: fileName, type: type)]
    case .contents(let path):
      if path == "-", let standardInput {
        let value = draftText(ofItem: part.name, standardInput)
        return [DraftBody.Part(name: name, content: .text(value), type: type)]
      }
      var sent = DraftBody.Part(
        name: name, content: .file(fileInput(path)), fileName: fileName,
        isNameless: part.fileName == nil, type: type)
      if type == nil {
        note(
          "form", "the contents of a file in the form are sent with the type text/plain")
        sent.type = "text/plain"
      }
      return [sent]
    case .files(let paths):
      if paths.count > 1 {
        note("form", "several files of a part are parts of the same name")
      }
      return paths.map { path in
        DraftBody.Part(
          name: name, content: .file(fileInput(path)), fileName: fileName,
          type: type ?? Self.type(of: part.fileName ?? path))
      }
    }
  }

  private static func type(of path: String) -> String? {
    let name = FilePath.name(of: path)
    guard let dot = name.lastIndex(of: ".") else { return nil }
    return types[name[name.index(after: dot)...].lowercased()]
  }

  mutating func literal(_ name: String, of code: String, _ what: String) -> String {
    guard ShellGaps.occur(in: name) else { return name }
    note(code, "the name of \(what) cannot contain a variable")
    return ShellGaps.removed(from: name)
  }
}
