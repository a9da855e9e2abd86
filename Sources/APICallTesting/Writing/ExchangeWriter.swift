import APICallContracts
import APICallHTTP
import APICallModel
import APICallReading
import APICallRequests
import APICallSafety
import JSONText

/// Writes one exchange: its entry in `recording.yaml`, and the files of its bodies.
struct ExchangeWriter {
  /// The longest body that stands in `recording.yaml` itself.
  private static let (mostLines, mostBytes) = (20, 4000)

  private let exchange: TappedExchange
  private let label: FileLabel
  private let kept: [JSONPath]
  private let headers: [String]
  /// The files of the bodies.
  private(set) var files: [(name: String, bytes: [UInt8])] = []

  init(
    _ exchange: TappedExchange, _ label: FileLabel, keeping kept: [JSONPath], headers: [String]
  ) {
    self.exchange = exchange
    self.label = label
    self.kept = kept
    self.headers = headers
  }

  /// The entry as a JSON object; every text in it is masked.
  mutating func text(
    by mask: inout RecordingMask, digest sha256: ([UInt8]) -> [UInt8]?
  ) -> [UInt8] {
    var entry = ObjectText()
    if let step = exchange.step {
      let masked = mask.masked(ProtectedText(step), .response, allowsShort: true)
      entry.add("step", String(decoding: masked, as: UTF8.self))
    }
    entry.add("request", request(by: &mask, sha256))
    if let head = exchange.head { entry.add("response", response(head, by: &mask)) }
    entry.add("failure", exchange.failure)
    return entry.bytes
  }

  /// Masks a side of the exchange, only to learn what is masked in it.
  mutating func mask(_ side: RecordingMask.Side, by mask: inout RecordingMask) {
    switch side {
    case .request: _ = request(by: &mask) { _ in nil }
    case .response: if let head = exchange.head { _ = response(head, by: &mask) }
    }
  }

  // MARK: The request

  private mutating func request(
    by mask: inout RecordingMask, _ sha256: ([UInt8]) -> [UInt8]?
  ) -> [UInt8] {
    let request = exchange.request
    var object = ObjectText()
    object.add("method", request.method)
    var url = Array(request.url.origin.description.utf8)
    url += mask.masked(path: request.url.path)
    if let query = request.url.query {
      url += [UInt8(ascii: "?")] + mask.masked(items: query, .request)
    }
    object.add("url", String(decoding: url, as: UTF8.self))
    var fields = ObjectText()
    for (name, values) in comparedFields(by: &mask) { fields.add(name, values) }
    if !fields.isEmpty { object.add("headers", fields.bytes) }
    if case .bytes(let bytes) = exchange.sent, !bytes.isEmpty {
      add(bytes, to: &object, by: &mask, sha256)
    }
    return object.bytes
  }

  /// The fields that the file names, and those with credentials, whose values are never recorded.
  private func comparedFields(
    by mask: inout RecordingMask
  ) -> [(name: String, values: [String])] {
    var found: [(name: String, values: [String])] = []
    for item in exchange.call.endpoint.headers where !CredentialFields.contain(item.name) {
      let values = exchange.request.headers.filter { $0.isNamed(item.name) }.map(\.value)
      guard !values.isEmpty else { continue }
      found.append(
        (
          item.name,
          values.map { value in
            let masked =
              NamedSecrets.containHeader(item.name) || mask.isSent(value.revealedBytes, .request)
              ? mask.replaced(value.revealedBytes, .request, by: .name)
              : mask.masked(
                value, .request,
                naming: TextCredentials.credentials(in: value.revealedBytes, as: nil),
                allowsShort: true)
            return String(decoding: masked, as: UTF8.self)
          }
        ))
    }
    // A replay sends nothing to a plugin that signs requests, so its credentials are not compared.
    guard exchange.call.authorization?.signer == nil else { return found }
    for field in exchange.request.headers where CredentialFields.contain(field.name) {
      guard !found.contains(where: { $0.name == field.name }) else { continue }
      let scheme = CredentialFields.scheme(of: field.value.revealed, in: field.name)
      found.append((field.name, [(scheme.map { "\($0) " } ?? "") + RecordingDeclaration.gap]))
    }
    return found
  }

  /// The body as the request marks its secrets; nothing is marked in a body with files.
  private func marked(_ bytes: [UInt8]) -> ProtectedText {
    guard let held = exchange.request.body?.held, held.revealedBytes == bytes else {
      return ProtectedText(bytes: bytes)
    }
    return held
  }

  private mutating func add(
    _ bytes: [UInt8], to object: inout ObjectText, by mask: inout RecordingMask,
    _ sha256: ([UInt8]) -> [UInt8]?
  ) {
    let body = ExchangeBody(bytes, type: exchange.request.contentType)
    let text = marked(bytes)
    if body.isMultipart, let type = body.contentType,
      let parts = ReceivedParts(bytes, contentType: type)?.parts
    {
      var writer = PartsWriter(exchange.request, keeping: kept)
      object.add("parts", writer.list(of: parts, by: &mask, sha256))
      return
    }
    if body.isForm {
      let items = mask.masked(items: text, .request)
      if let form = Self.form(items) {
        object.add("form", form)
      } else {
        add(text: items, ending: "txt", to: &object)
      }
      return
    }
    if let document = body.json {
      let json = mask.masked(json: document.root, of: text, .request, keeping: kept)
      if let yaml = RecordingText.yaml(of: json), Self.isShort(yaml) {
        object.add("json", json)
      } else {
        addFile(BuiltJSON.json(json).fileBytes, ending: "json", to: &object)
      }
      return
    }
    let masked = mask.masked(body: text, as: body.contentType, .request, keeping: kept)
    add(text: masked, ending: body.text == nil ? body.ending : "txt", to: &object)
  }

  private mutating func add(text bytes: [UInt8], ending: String, to object: inout ObjectText) {
    if let text = ExchangeBody(bytes, type: nil).text, Self.isShort(bytes) {
      object.add("text", text)
    } else {
      addFile(bytes, ending: ending, to: &object)
    }
  }

  private mutating func addFile(
    _ bytes: [UInt8], ending: String, to object: inout ObjectText
  ) {
    let name = "\(label.text).request.\(ending)"
    files.append((name, bytes))
    object.add("body", name)
  }

  private static func isShort(_ bytes: [UInt8]) -> Bool {
    bytes.count <= mostBytes && bytes.count { $0 == UInt8(ascii: "\n") } <= mostLines
  }

  /// The items of a form as a JSON object; nil if a map cannot show them in their order.
  private static func form(_ items: [UInt8]) -> [UInt8]? {
    let pairs = FormEncoding.split(items)
    guard isShort(items), pairs.count <= mostLines, pairs.allSatisfy({ $0.count == 2 }),
      items.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false).count
        == pairs.count
    else { return nil }
    var fields: [(name: String, values: [String])] = []
    var names: Set<String> = []
    for pair in pairs {
      guard let name = ExchangeBody(pair[0], type: nil).text,
        let value = ExchangeBody(pair[1], type: nil).text
      else { return nil }
      if fields.last?.name == name {
        fields[fields.count - 1].values.append(value)
      } else if names.insert(name).inserted {
        fields.append((name, [value]))
      } else {
        return nil
      }
    }
    var object = ObjectText()
    for field in fields { object.add(field.name, field.values) }
    return object.bytes
  }

  // MARK: The response

  private mutating func response(
    _ head: ResponseHead, by mask: inout RecordingMask
  ) -> [UInt8] {
    var object = ObjectText()
    object.add("status", Array(String(head.status).utf8))
    let latin1 = Set(
      (head.headers + exchange.trailers).filter(\.content.isLatin1).map { $0.name.lowercased() })
    var recordedLatin1: [String] = []
    for (part, fields) in [("headers", head.headers), ("trailers", exchange.trailers)] {
      var texts = ObjectText()
      for (name, values) in recorded(fields, latin1: latin1, by: &mask) {
        texts.add(name, values)
        let isKnown = recordedLatin1.contains { $0.lowercased() == name.lowercased() }
        if latin1.contains(name.lowercased()), !isKnown { recordedLatin1.append(name) }
      }
      if !texts.isEmpty { object.add(part, texts.bytes) }
    }
    if !recordedLatin1.isEmpty { object.add(list: "latin1", recordedLatin1) }
    guard case .bytes(let bytes) = exchange.body, !bytes.isEmpty else { return object.bytes }
    let body = ExchangeBody(bytes, type: head.header("Content-Type"))
    let name = "\(label.text).\(body.ending)"
    object.add("body", name)
    guard let document = body.json else {
      files.append(
        (
          name,
          mask.masked(
            body: ProtectedText(bytes: bytes), as: body.contentType, .response, keeping: kept)
        ))
      return object.bytes
    }
    let masked = mask.masked(
      json: document.root, of: ProtectedText(bytes: bytes), .response, keeping: kept)
    let layout = (try? JSONDocument(masked)).flatMap {
      RecordingDeclaration.Layout.layout(of: $0.root)
    }
    if let layout {
      files.append((name, BuiltJSON.json(masked).fileBytes))
      object.add("written", layout.rawValue)
    } else {
      files.append((name, masked))
    }
    return object.bytes
  }

  private static let usualFields = [
    "Content-Type", "Location", "Link", "ETag", "Last-Modified", "Retry-After", "WWW-Authenticate",
    "Content-Disposition", "Allow",
  ]

  /// The fields that are not recorded although other calls use fields of the response: they differ
  /// from one response to the next, or say nothing of it.
  private static let variableFields = [
    "date", "server", "connection", "keep-alive", "transfer-encoding", "content-length",
    "content-encoding",
  ]

  /// The fields that are recorded, with their values masked.
  ///
  /// Returns the fields; the texts of those in `latin1` are those of their bytes in ISO 8859-1.
  private func recorded(
    _ fields: [ResponseHead.Field], latin1: Set<String>, by mask: inout RecordingMask
  ) -> [(name: String, values: [String])] {
    let endpoint = exchange.call.endpoint
    var secretNames: [String] = []
    var outputNames: [String] = []
    for output in endpoint.outputs {
      guard let name = output.fieldName else { continue }
      outputNames.append(name.lowercased())
      if output.isSecret || output.store != nil { secretNames.append(name.lowercased()) }
    }
    let expected = endpoint.expectation.headers + endpoint.expectation.trailers
    let wanted = Set(
      (Self.usualFields + headers + expected.map(\.name)).map { $0.lowercased() } + outputNames)
    var found: [(name: String, values: [String])] = []
    for field in fields {
      let name = field.name.lowercased()
      let isUsed = exchange.usesHeaders && !Self.variableFields.contains(name)
      guard wanted.contains(name) || isUsed,
        !found.contains(where: { $0.name.lowercased() == name })
      else { continue }
      // A cookie is recorded only for the output that takes it, with its value masked.
      if CredentialFields.contain(name), !outputNames.contains(name) { continue }
      let values = fields.contents(of: name).map { content in
        let text = mask.masked(
          field: content.text, named: name, isSecret: secretNames.contains(name))
        let isOfBytes =
          !latin1.contains(name) || content.isLatin1 && FieldText.latin1(text) != nil
        return isOfBytes ? text : FieldText.text(latin1: Array(text.utf8))
      }
      found.append((field.name, values))
    }
    return found
  }
}
