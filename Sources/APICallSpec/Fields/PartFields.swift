import APICallHTTP
import YAMLTree

/// A part of a multipart body while it is being read.
struct PartDraft: Sendable {
  let name: String
  var content: MultipartTemplate.Content?
  var type: String?
  var filename = MultipartTemplate.Filename.fileName
  var headers: [Endpoint.Item] = []
  /// The field that the content stands under.
  private var key: String?

  init(name: String) { self.name = name }

  /// Sets the content, of which there is one.
  mutating func set(
    _ content: MultipartTemplate.Content?, _ entry: Node.Entry, _ reading: inout SpecReading
  ) {
    if let key {
      reading.report(
        "'\(entry.key)' is a second content of the part '\(name)' beside '\(key)'",
        at: entry.keyMark, hint: "a part is text, json or file; a list is several parts")
    }
    key = entry.key
    if let content { self.content = content }
  }
}

/// The fields of a part of a multipart body.
enum PartFields {
  static let all: [Field<PartDraft>] = [
    Field("text", "text", .template, "A part that is text.") {
      $0.set($2.template($1).map { .text($0) }, $1, &$2)
    }.giving(.content),
    Field("json", "any value", .anything, "A part that is JSON.") {
      $0.set(.json($2.payload($1, placeholders: true)), $1, &$2)
    }.giving(.content),
    Field("file", "a path, or a file input", .path, "A part that is a file.") {
      $0.set($2.template($1).map { .file(FileTemplate(path: $0)) }, $1, &$2)
    }.giving(.content),
    Field("type", "a media type", .mediaType, "The media type of the part.") {
      $0.type = $2.mediaType($1)
    },
    Field(
      "filename", "text, or null", .either([.template, .nothing]),
      "The file's name as the server is told it; the file's own if absent."
    ) {
      draft, entry, reading in
      if let scalar = entry.value.scalar, scalar.kind == .null, !scalar.text.isEmpty {
        draft.filename = .none
      } else if let template = reading.template(entry) {
        draft.filename = .template(template)
      }
    },
    Field(
      "headers", "a map of texts", .items(keys: .partHeaders), "More header fields of the part."
    ) {
      $0.headers = $2.partHeaders($1)
    },
  ]

  /// A part: text, a map of the fields above, or a list of those.
  static var shape: FieldShape {
    let one: [FieldShape] = [.template, .table(all), .nothing]
    return .either(one + [.list(of: .either(one))])
  }
}

extension SpecReading {
  /// Fields that other fields of a part stand for.
  static let partFraming = ["content-disposition": "filename", "content-type": "type"]

  fileprivate mutating func partHeaders(_ entry: Node.Entry) -> [Endpoint.Item] {
    let items = items(entry, nested: "a header field is one line of text")
    checkRepeats(in: items)
    for item in items {
      if !HeaderSyntax.isName(item.name) {
        report(
          "'\(item.name)' cannot be the name of a header field", at: item.mark,
          hint: "a name is letters, digits and hyphens, without spaces or colons")
      } else if let field = Self.partFraming[item.name.lowercased()] {
        report(
          "'\(item.name)' of a part follows from its other fields", at: item.mark,
          hint: "write '\(field):' beside 'headers:'")
      }
    }
    return items
  }
}
