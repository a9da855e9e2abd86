import APICallHTTP
import YAMLTree

extension SpecReading {
  /// Reads the parts of a multipart body: a map from names to parts, where a list is several parts of
  /// that name and null none.
  mutating func parts(_ entry: Node.Entry) -> [MultipartTemplate.Part] {
    guard let entries = entry.value.entries else {
      refuse(entry, takes: "a map of names and parts")
      return []
    }
    var parts: [MultipartTemplate.Part] = []
    for entry in entries {
      if let stop = entry.key.unicodeScalars.first(where: Self.isControl) {
        report(
          "the name of a part cannot hold the control character \(stop.value)",
          at: entry.keyMark, hint: "take it out of the name")
      }
      guard let nodes = entry.value.items else {
        if let part = part(entry) { parts.append(part) }
        continue
      }
      for node in nodes {
        let item = Node.Entry(key: entry.key, keyMark: entry.keyMark, value: node)
        if node.items != nil {
          report("'\(entry.key)' takes a list of parts, not of lists", at: node.mark)
        } else if !isEmpty(node, of: nil), let part = part(item) {
          parts.append(part)
        }
      }
    }
    return parts
  }

  /// Line breaks are percent-encoded in a name; nothing is for the others.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x20 || scalar.value == 0x7F) && !"\r\n\t".unicodeScalars.contains(scalar)
  }

  /// Reads one part; nil for a written `null`, or with a problem.
  private mutating func part(_ entry: Node.Entry) -> MultipartTemplate.Part? {
    guard entry.value.entries != nil else {
      return itemValue(entry).map {
        MultipartTemplate.Part(name: entry.key, mark: entry.keyMark, content: .text($0))
      }
    }
    var draft = PartDraft(name: entry.key)
    let before = problems.count
    read(entry.value, as: PartFields.all, into: &draft, named: "the part '\(entry.key)'")
    if draft.content == nil, problems.count == before {
      report(
        "the part '\(entry.key)' has no content", at: entry.keyMark,
        hint: "add 'text:', 'json:' or 'file:'")
    }
    guard let content = draft.content else { return nil }
    var part = MultipartTemplate.Part(name: entry.key, mark: entry.keyMark, content: content)
    part.type = draft.type
    part.filename = draft.filename
    part.headers = draft.headers
    return part
  }

  /// Reads the media type of a body of parts.
  mutating func multipartType(_ entry: Node.Entry?) -> String? {
    guard let entry, let text = mediaType(entry) else { return nil }
    guard MediaType(text)?.type == "multipart", !text.lowercased().contains("boundary=") else {
      report(
        "a multipart body cannot be of the type '\(text)'", at: entry.value.mark,
        hint: "write a type such as multipart/related; the boundary is added to it")
      return nil
    }
    return text
  }

  /// Checks a header field that says what a body says itself.
  mutating func checkContentType(_ header: Endpoint.Item, of endpoint: Endpoint) {
    guard case .multipart = endpoint.body, header.name.lowercased() == "content-type" else {
      return
    }
    report(
      "'\(header.name)' cannot be set for a multipart body: it tells the boundary",
      at: header.mark,
      hint: "remove the line; 'type: multipart/related' beside the body says another type")
  }
}
