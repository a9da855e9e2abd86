import APICallHTTP
import APICallLanguage
import APICallModel
import YAMLTree

/// A part of a multipart body while it is being read.
struct PartDraft: Sendable {
  var part: MultipartTemplate.Part
  /// The content; nil if it is not known yet.
  var content: MultipartTemplate.Content?
  fileprivate var key: String?

  /// Sets the content; a second one is a problem.
  mutating func set(
    _ content: MultipartTemplate.Content?, _ entry: Node.Entry, _ reading: inout SpecReading
  ) {
    if let key {
      reading.report(
        "'\(entry.key)' is a second content of the part '\(part.name)' after '\(key)'",
        at: entry.keyMark, hint: "keep one of text, json and file; write a list for several parts")
    }
    key = entry.key
    if let content { self.content = content }
  }
}

/// The fields of a part of a multipart body.
enum PartFields {
  static let all: [Field<PartDraft>] = [
    Field("text", "text", .template, "The content of a text part.") {
      $0.set($2.template($1).map { .text($0) }, $1, &$2)
    }.giving(.content),
    Field("json", "any value", .anything, "The content of a JSON part.") {
      $0.set(.json($2.payload($1)), $1, &$2)
    }.giving(.content),
    Field("file", "a path, or a file input", .path, "The file to send as the part.") {
      $0.set($2.template($1).map { .file(FileTemplate(path: $0)) }, $1, &$2)
    }.giving(.content),
    Field("type", "a media type", .mediaType, "The Content-Type of the part.") {
      $0.part.type = $2.mediaType($1)
    },
    Field(
      "filename", "text, or null", .either([.template, .nothing]),
      "The file name that is sent to the server; default the name of the file."
    ) {
      draft, entry, reading in
      if let scalar = entry.value.scalar, scalar.kind == .null, !scalar.text.isEmpty {
        draft.part.filename = .none
      } else if let template = reading.template(entry) {
        draft.part.filename = .template(template)
      }
    },
    Field(
      "headers", "a map of texts", .items(keys: .partHeaders), "More header fields of the part."
    ) { $0.part.headers = $2.partHeaders($1) },
  ]

  /// A part: text, a map of the fields above, or a list of them.
  static var shape: FieldShape {
    let one: [FieldShape] = [.template, .table(all), .nothing]
    return .either(one + [.list(of: .either(one))])
  }
}

extension SpecReading {
  /// Header fields that other fields of a part set, with the names of those fields.
  static let partFraming = ["content-disposition": "filename", "content-type": "type"]

  fileprivate mutating func partHeaders(_ entry: Node.Entry) -> [WrittenItem] {
    let items = items(entry, nested: "a header field is one line of text")
    checkRepeats(in: items)
    for item in items {
      if isHeaderName(item.name, at: item.mark),
        let field = Self.partFraming[item.name.lowercased()]
      {
        report(
          "'\(item.name)' of a part is set by its other fields", at: item.mark,
          hint: "write '\(field):' next to 'headers:'")
      }
    }
    return items
  }

  /// Reads the parts of a multipart body: a map from names to parts.
  ///
  /// A list stands for several parts of that name, null for none.
  mutating func parts(_ entry: Node.Entry) -> [MultipartTemplate.Part] {
    guard let entries = entries(entry, takes: "a map of names and parts") else { return [] }
    var parts: [MultipartTemplate.Part] = []
    for entry in entries {
      if let stop = entry.key.unicodeScalars.first(where: Self.isControl) {
        report(
          "the name of a part cannot contain the control character \(stop.value)",
          at: entry.keyMark, hint: "remove it from the name")
      }
      guard let nodes = entry.value.items else {
        if let part = part(entry) { parts.append(part) }
        continue
      }
      for node in nodes {
        let item = entry.holding(node)
        if node.items != nil {
          report("'\(entry.key)' takes a list of parts, not of lists", at: node.mark)
        } else if !isEmpty(node, of: nil), let part = part(item) {
          parts.append(part)
        }
      }
    }
    return parts
  }

  /// Whether a name cannot contain a character: line breaks are percent-encoded, other control
  /// characters are not.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x20 || scalar.value == 0x7F) && !"\r\n\t".unicodeScalars.contains(scalar)
  }

  /// Reads one part; nil for a written `null`, or with a problem.
  private mutating func part(_ entry: Node.Entry) -> MultipartTemplate.Part? {
    guard entry.value.entries != nil else {
      return itemValue(entry).map {
        MultipartTemplate.Part(
          name: entry.key, mark: entry.keyMark,
          content: .text(entry.value.isRaw ? $0 : $0.notingFile()))
      }
    }
    let unknown = MultipartTemplate.Content.text(Template(literal: "", at: entry.keyMark))
    var draft = PartDraft(
      part: MultipartTemplate.Part(name: entry.key, mark: entry.keyMark, content: unknown))
    let before = problems.count
    read(entry.value, as: PartFields.all, into: &draft, named: "the part '\(entry.key)'")
    if draft.content == nil, problems.count == before {
      report(
        "the part '\(entry.key)' has no content", at: entry.keyMark,
        hint: "add 'text:', 'json:' or 'file:'")
    }
    guard let content = draft.content else { return nil }
    draft.part.content = content
    return draft.part
  }

  mutating func multipartType(_ entry: Node.Entry?) -> String? {
    guard let entry, let text = mediaType(entry) else { return nil }
    guard MediaType(text)?.type == "multipart", !text.lowercased().contains("boundary=") else {
      return reject(
        "a multipart body cannot have the type '\(text)'", at: entry.value.mark,
        hint: "write a type such as multipart/related; apicall adds the boundary")
    }
    return text
  }
}
