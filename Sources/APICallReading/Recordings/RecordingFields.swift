package import APICallBase
import APICallHTTP
import APICallModel
import APICallText
package import YAMLTree

/// The fields of `recording.yaml`, in the words of examples.
enum RecordingFields {
  typealias Recording = RecordingDeclaration

  static let all: [Field<Recording>] = [
    Field("apicall_recording", "1", .number(isWhole: true, 1...1), "The version of the format.") {
      $0.version = $2.recordingVersion($1)
    },
    Field("recorded", "a moment", .text, "When the recording was begun.") {
      guard let text = $2.text($1) else { return }
      ($0.recorded, $0.mark) = (text, $1.value.mark)
    },
    Field("exchanges", "a list of maps", .list(of: .table(exchange)), "The exchanges, in order.") {
      $0.exchanges = $2.exchanges($1)
    },
  ]

  static let exchange: [Field<Recording.Exchange>] = [
    Field("step", "text", .text, "The step of the script that made the request.") {
      $0.step = $2.text($1)
    },
    Field("request", "a map", .table(request), "The request.") {
      $2.read($1.value, as: request, into: &$0.request, named: "'request'")
    },
    Field("response", "a map", .table(response), "The response.") {
      var response = Recording.Response()
      $2.read($1.value, as: Self.response, into: &response, named: "'response'")
      $2.restoreBytes(of: &response)
      $0.response = response
    }.giving(.response),
    Field(
      "failure", "a word", .words(Recording.failures),
      "Why the response is missing or not complete."
    ) { exchange, entry, reading in
      guard let word = reading.text(entry) else { return }
      guard Recording.failures.contains(word) else {
        return reading.report(
          "'\(word)' is not a failure", at: entry.value.mark,
          hint: Nearest.hint(for: word, among: Recording.failures, noun: "failures"))
      }
      exchange.failure = word
    },
  ]

  static let request: [Field<Recording.Request>] = [
    Field("method", "text", .text, "The method.") {
      if let text = $2.text($1) { $0.method = text }
    },
    Field("url", "a URL", .text, "The whole URL.") { if let text = $2.text($1) { $0.url = text } },
    Field(
      "headers", "a map of texts", .map(of: .text, named: "NAME", keys: .headers),
      "The header fields that are compared."
    ) { $0.headers = $2.recordedFields($1) },
    Field("json", "any value", .anything, "A JSON body.") {
      $0.body = $2.json($1).map { .json($0) }
    }.giving(.body),
    Field("form", "a map of texts", .map(of: .text, named: "NAME"), "The items of a form.") {
      $0.body = .form(
        $2.recordedItems($1).flatMap { item in item.values.map { (item.name, $0) } })
    }.giving(.body),
    Field("text", "text", .text, "A text body.") {
      $0.body = $2.text($1).map { .text($0) }
    }.giving(.body),
    Field("body", "the name of a file", .path, "The file with the body.") {
      $0.body = $2.fileName($1).map { .file($0) }
    }.giving(.body),
    Field("parts", "a list of maps", .list(of: .table(part)), "The parts of a multipart body.") {
      $0.body = .parts($2.recordedParts($1))
    }.giving(.body),
  ]

  static let part: [Field<Recording.Part>] = [
    Field("name", "text", .text, "The name of the part.") { $0.name = $2.text($1) },
    Field("filename", "text", .text, "The name of its file.") { $0.filename = $2.text($1) },
    Field("type", "a media type", .mediaType, "Its media type.") { $0.type = $2.text($1) },
    Field("text", "text", .text, "Its text.") { $0.text = $2.text($1) }.giving(.content),
    Field("sha256", "hexadecimal digits", .text, "The SHA-256 of its bytes.") {
      guard let text = $2.text($1) else { return }
      let digits = text.utf8.compactMap { Hexadecimal.value(of: $0) }
      $0.sha256 = stride(from: 0, to: digits.count - 1, by: 2).map {
        digits[$0] << 4 | digits[$0 + 1]
      }
      if digits.count != 64 || text.utf8.count != 64 {
        $2.report("'sha256' takes 64 hexadecimal digits", at: $1.value.mark)
      }
    }.giving(.content),
  ]

  static let response: [Field<Recording.Response>] = [
    Field("status", "a status", .number(isWhole: true, 100...999), "The status.") {
      if let status = $2.count($1, from: 100, upTo: 999) { $0.status = status }
    },
    Field(
      "headers", "a map of texts", .map(of: .text, named: "NAME", keys: .headers),
      "The header fields."
    ) { $0.headers = $2.responseFields($1) },
    Field(
      "trailers", "a map of texts", .map(of: .text, named: "NAME", keys: .headers),
      "The trailer fields."
    ) { $0.trailers = $2.responseFields($1) },
    Field(
      "latin1", "a list of names", .list(of: .text),
      "The fields whose text is that of their bytes in ISO 8859-1."
    ) { $0.latin1 = $2.recordedHeaders($1) },
    Field("body", "the name of a file", .path, "The file with the body.") {
      $0.body = $2.fileName($1)
    },
    Field(
      "written", "a word", .words(Recording.Layout.allCases.map(\.rawValue)),
      "How the JSON of that file was written."
    ) {
      $0.written = $2.word($1, of: Recording.Layout.self, "words") {
        "'\($0)' is not a way to write JSON"
      }
    },
  ]
}

extension SpecReading {
  fileprivate mutating func responseFields(_ entry: Node.Entry) -> [ResponseHead.Field] {
    recordedFields(entry).flatMap { field in
      field.values.map { ResponseHead.Field(field.name, $0) }
    }
  }

  /// Gives the fields that `latin1` names the bytes that their text is in ISO 8859-1.
  fileprivate mutating func restoreBytes(of response: inout RecordingDeclaration.Response) {
    for name in response.latin1 {
      let areRestored =
        response.headers.restoreBytes(of: name.text)
        && response.trailers.restoreBytes(of: name.text)
      if !areRestored {
        report("the value of '\(name.text)' is not text in ISO 8859-1", at: name.mark)
      }
    }
  }

  fileprivate mutating func recordingVersion(_ entry: Node.Entry) -> Int? {
    guard let text = text(entry) else { return nil }
    guard text == String(RecordingDeclaration.version) else {
      return reject(
        "this apicall reads recordings of version \(RecordingDeclaration.version), not '\(text)'",
        at: entry.value.mark, hint: "record the run again")
    }
    return RecordingDeclaration.version
  }

  fileprivate mutating func exchanges(_ entry: Node.Entry) -> [RecordingDeclaration.Exchange] {
    guard let nodes = list(entry),
      isShort(nodes.count, entry, most: RecordingDeclaration.mostExchanges)
    else { return [] }
    var exchanges: [RecordingDeclaration.Exchange] = []
    for node in nodes {
      guard !isFull else { break }
      var exchange = RecordingDeclaration.Exchange(mark: node.mark)
      let before = problems.count
      read(node, as: RecordingFields.exchange, into: &exchange, named: "an exchange")
      if problems.count == before { check(exchange, node) }
      exchanges.append(exchange)
    }
    return exchanges
  }

  private mutating func check(_ exchange: RecordingDeclaration.Exchange, _ node: Node) {
    let request = node.entry("request")
    if !HeaderSyntax.isName(exchange.request.method) {
      report(
        "the exchange has no request with a method", at: request?.keyMark ?? node.mark,
        hint: "write 'request: {method: GET, url: https://…}'")
    } else if exchange.request.parts == nil {
      report(
        "the request has no URL", at: request?.keyMark ?? node.mark,
        hint: "write the whole URL, as in 'url: https://api.example.com/users'")
    }
    if exchange.response == nil, exchange.failure == nil {
      report(
        "the exchange has neither a response nor a failure", at: node.mark,
        hint: "add 'response: {status: 200}' or 'failure: timeout'")
    }
  }

  fileprivate mutating func fileName(_ entry: Node.Entry) -> RecordingDeclaration.FileName? {
    guard let text = text(entry) else { return nil }
    guard RecordingDeclaration.FileName.isPlain(text) else {
      return reject(
        "'\(text.prefix(60))' is not the name of a file in the recording", at: entry.value.mark,
        hint: "write a plain name of letters, digits, '.', '_' and '-'")
    }
    return RecordingDeclaration.FileName(text: text, mark: entry.value.mark)
  }

  fileprivate mutating func recordedItems(
    _ entry: Node.Entry
  ) -> [(name: String, values: [String])] {
    var items: [(name: String, values: [String])] = []
    for item in entries(entry, takes: "a map of texts") ?? [] {
      guard !isFull else { break }
      let nodes = item.value.items ?? [item.value]
      items.append((item.key, nodes.compactMap { text(item.holding($0)) }))
    }
    return items
  }

  fileprivate mutating func recordedFields(
    _ entry: Node.Entry
  ) -> [(name: String, values: [String])] {
    recordedItems(entry).filter { item in
      let isField =
        HeaderSyntax.isName(item.name)
        && item.values.allSatisfy { HeaderSyntax.isValue(Array($0.utf8)) }
      if !isField {
        report("'\(item.name.prefix(60))' is not a header field", at: entry.value.mark)
      }
      return isField
    }
  }

  fileprivate mutating func recordedParts(_ entry: Node.Entry) -> [RecordingDeclaration.Part] {
    (list(entry) ?? []).map { node in
      var part = RecordingDeclaration.Part()
      read(node, as: RecordingFields.part, into: &part, named: "a part")
      if part.text == nil, part.sha256 == nil {
        report("the part has no content", at: node.mark, hint: "add 'text' or 'sha256'")
      }
      return part
    }
  }
}

extension [ResponseHead.Field] {
  /// Gives the fields of a name the bytes that their text is in ISO 8859-1.
  ///
  /// Returns false if a text has other characters.
  fileprivate mutating func restoreBytes(of name: String) -> Bool {
    for index in indices where self[index].name.lowercased() == name.lowercased() {
      guard let bytes = FieldText.latin1(self[index].value) else { return false }
      self[index].content = FieldText(bytes: bytes)
    }
    return true
  }
}

extension RecordingDeclaration.Request {
  /// The origin, path and query of the URL; nil if it is not a whole URL.
  package var parts: (origin: String, path: String, query: String?)? {
    guard let scheme = url.firstRange(of: "://"), scheme.lowerBound > url.startIndex,
      url.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F })
    else { return nil }
    let rest = url[scheme.upperBound...]
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    guard end > rest.startIndex else { return nil }
    let target = rest[end...]
    guard let mark = target.firstIndex(of: "?") else {
      return (String(url[..<end]), target.isEmpty ? "/" : String(target), nil)
    }
    let path = target[..<mark]
    return (
      String(url[..<end]), path.isEmpty ? "/" : String(path),
      String(target[target.index(after: mark)...])
    )
  }
}

extension RecordingDeclaration {
  package static func read(_ source: Source) throws(Failure) -> RecordingDeclaration {
    // Two million keys and values do not fit in 4 MiB.
    let limits = YAMLLimits(bytes: mostBytes, nodes: 2_000_000)
    let yaml = YAMLReader(limits: limits).read(source)
    var reading = SpecReading(yaml)
    var recording = RecordingDeclaration()
    let start = Mark(source: source, start: Mark.Position(line: 1, column: 1))
    if let root = yaml.root {
      reading.read(root, as: RecordingFields.all, into: &recording, named: "a recording")
      if recording.version == nil, reading.problems.isEmpty {
        reading.report(
          "the file is not a recording of apicall", at: start,
          hint: "a recording begins with 'apicall_recording: 1'")
      } else if recording.mark == nil, reading.problems.isEmpty {
        reading.report("the recording has no moment 'recorded'", at: start)
      }
    } else if yaml.problems.isEmpty {
      reading.report("the recording is empty", at: start)
    }
    if let failure = reading.failure(.badInput, in: source) { throw failure }
    return recording
  }
}
