import APICallBase

extension CurlRequestConversion {
  private static let types = [
    "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png",
    "svg": "image/svg+xml", "txt": "text/plain", "htm": "text/html", "html": "text/html",
    "pdf": "application/pdf", "xml": "application/xml",
  ]

  mutating func setForm(at range: Range<Int>) throws(CommandProblem) {
    var parts: [DraftBody.Part] = []
    for (text, isLiteral) in settings.form {
      guard let part = CurlFormPart(text, isLiteral: isLiteral) else {
        note("form", "a part of the form without = is left out")
        continue
      }
      guard part.kind != .nested else {
        throw CommandProblem(
          "a file cannot have a form within the form", at: range,
          hint: "leave out the parts '=(' and '=)'")
      }
      for lost in part.lost { note("form", "'\(lost)' of a part is lost") }
      parts += self.parts(part)
    }
    if let contentType { noteType(contentType) }
    // A part that follows others of its name is sent with them.
    if !Self.areTogether(parts.map(\.name)) {
      note(
        "form", "parts with the same name are sent one after the other", isLoss: false)
    }
    request.draft.body = .multipart(parts)
  }

  /// Notes what is lost of the Content-Type of the form.
  private mutating func noteType(_ type: String) {
    let words = type.lowercased().split(separator: ";").map { $0.drop { $0 == " " } }
    if words.first?.hasPrefix("multipart/form-data") != true {
      note(
        "header", "the content-type of the form is left out: its parts need their own")
    } else if words.dropFirst().contains(where: { !$0.hasPrefix("boundary=") }) {
      note("header", "a parameter of the content-type of the form is lost")
    }
  }

  private mutating func parts(_ part: CurlFormPart) -> [DraftBody.Part] {
    let name = literal(part.name, of: "form", "a part")
    if part.words.count > 1 {
      note("form", "several files of a part are parts of the same name")
    }
    return part.words.map { word in
      let type = word.type.map { draftText($0).template() }
      let fileName = word.fileName.map { draftText($0).template() }
      switch part.kind {
      case .contents: return contents(of: word, as: part.name, sentAs: name, type)
      case .files:
        return DraftBody.Part(
          name: name, content: .file(fileInput(word.text)), fileName: fileName,
          type: type ?? Self.usualType(of: word))
      case .text, .nested:
        return DraftBody.Part(
          name: name, content: .text(draftText(ofItem: part.name, word.text)), fileName: fileName,
          type: type ?? word.fileName.flatMap(Self.type))
      }
    }
  }

  /// The part whose text is in a file, which has no file name.
  private mutating func contents(
    of word: CurlFormPart.Word, as written: String, sentAs name: String, _ type: String?
  ) -> DraftBody.Part {
    if word.text == "-", let standardInput {
      let value = draftText(ofItem: written, standardInput)
      return DraftBody.Part(name: name, content: .text(value), type: type)
    }
    if type == nil {
      note("form", "the contents of a file in the form are sent with the type text/plain")
    }
    return DraftBody.Part(
      name: name, content: .file(fileInput(word.text)), isNameless: true,
      type: type ?? "text/plain")
  }

  /// The type that curl gives to a file: by its name in the form, otherwise by its path.
  private static func usualType(of word: CurlFormPart.Word) -> String? {
    word.fileName.flatMap(type) ?? type(of: word.text)
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
