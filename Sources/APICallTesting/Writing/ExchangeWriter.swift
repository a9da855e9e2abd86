import APICallContracts
import APICallHTTP
import APICallModel
import APICallReading
import APICallRequests
import APICallSafety
import APICallText
import JSONText

/// Writes one exchange: its entry in `recording.yaml`, and the files of its bodies.
struct ExchangeWriter {
  /// The longest body that stands in `recording.yaml` itself.
  private static let (mostLines, mostBytes) = (20, 4000)
  private static let mostBytesOfPart = 2000

  let exchange: TappedExchange
  /// The beginning of the names of its files: `1-login`.
  let label: String
  let kept: [JSONPath]
  let headers: [String]
  private(set) var files: [(name: String, bytes: [UInt8])] = []

  mutating func json(
    by mask: inout RecordingMask, digest sha256: ([UInt8]) -> [UInt8]?
  ) -> BuiltJSON {
    var members: Members = []
    if let step = exchange.step {
      let masked = mask.masked(ProtectedText(step), .response, allowsShort: true)
      members.append(("step", .text(String(decoding: masked, as: UTF8.self))))
    }
    members.append(("request", request(by: &mask, sha256)))
    if let head = exchange.head { members.append(("response", response(head, by: &mask))) }
    members.append(("failure", BuiltJSON(exchange.failure)))
    return BuiltJSON.map(members).withoutNulls
  }

  /// Masks a side of the exchange, only to learn what is masked in it.
  mutating func mask(_ side: RecordingMask.Side, by mask: inout RecordingMask) {
    switch side {
    case .request: _ = request(by: &mask) { _ in nil }
    case .response: if let head = exchange.head { _ = response(head, by: &mask) }
    }
  }

  typealias Members = [(key: String, value: BuiltJSON)]

  // MARK: The request

  private mutating func request(
    by mask: inout RecordingMask, _ sha256: ([UInt8]) -> [UInt8]?
  ) -> BuiltJSON {
    let request = exchange.request
    var url = Array(request.url.origin.description.utf8)
    url += mask.masked(path: request.url.path)
    if let query = request.url.query {
      url += [UInt8(ascii: "?")] + mask.masked(items: query, .request)
    }
    var members: Members = [
      ("method", .text(request.method)), ("url", .text(String(decoding: url, as: UTF8.self))),
      ("headers", .map(comparedFields(by: &mask))),
    ]
    if case .bytes(let bytes) = exchange.sent, !bytes.isEmpty {
      members.append(body(bytes, by: &mask, sha256))
    }
    return .map(members)
  }

  /// The fields that the file names, and those with credentials, whose values are never recorded.
  private func comparedFields(by mask: inout RecordingMask) -> Members {
    var found: Members = []
    for item in exchange.call.endpoint.headers where !CredentialFields.contain(item.name) {
      let values = exchange.request.headers.filter { $0.isNamed(item.name) }.map(\.value)
      guard !values.isEmpty else { continue }
      let texts = values.map { value in
        let masked =
          NamedSecrets.containHeader(item.name) || mask.isSent(value.revealedBytes, .request)
          ? mask.replaced(value.revealedBytes, .request, by: .name)
          : mask.masked(
            value, .request,
            naming: TextCredentials.credentials(in: value.revealedBytes, as: nil),
            allowsShort: true)
        return String(decoding: masked, as: UTF8.self)
      }
      found.append((item.name, .oneOrMore(texts)))
    }
    // A replay sends nothing to a plugin that signs requests, so its credentials are not compared.
    guard exchange.call.authorization?.signer == nil else { return found }
    for field in exchange.request.headers where CredentialFields.contain(field.name) {
      guard !found.contains(where: { $0.key == field.name }) else { continue }
      let scheme = CredentialFields.scheme(of: field.value.revealed, in: field.name)
      let text = (scheme.map { "\($0) " } ?? "") + RecordingDeclaration.gap
      found.append((field.name, .text(text)))
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

  private mutating func body(
    _ bytes: [UInt8], by mask: inout RecordingMask, _ sha256: ([UInt8]) -> [UInt8]?
  ) -> Members.Element {
    let body = ExchangeBody(bytes, type: exchange.request.contentType)
    let text = marked(bytes)
    if body.isMultipart, let type = body.contentType,
      let parts = ReceivedParts(bytes, contentType: type)?.parts
    {
      let secrets = markedSecrets
      return ("parts", .list(parts.map { part($0, marking: secrets, by: &mask, sha256) }))
    }
    if body.isForm {
      let items = mask.masked(items: text, .request)
      return Self.form(items).map { ("form", $0) } ?? textOrFile(items, ending: "txt")
    }
    if let document = body.json {
      let json = mask.masked(json: document.root, of: text, .request, keeping: kept)
      if let yaml = RecordingText.yaml(of: json), Self.isShort(yaml) {
        return ("json", .json(json))
      }
      return file(BuiltJSON.json(json).fileBytes, ending: "json")
    }
    let masked = mask.masked(body: text, as: body.contentType, .request, keeping: kept)
    return textOrFile(masked, ending: body.text == nil ? body.ending : "txt")
  }

  private mutating func textOrFile(_ bytes: [UInt8], ending: String) -> Members.Element {
    if let text = ExchangeBody(bytes, type: nil).text, Self.isShort(bytes) {
      return ("text", .text(text))
    }
    return file(bytes, ending: ending)
  }

  private mutating func file(_ bytes: [UInt8], ending: String) -> Members.Element {
    let name = "\(label).request.\(ending)"
    files.append((name, bytes))
    return ("body", .text(name))
  }

  private static func isShort(_ bytes: [UInt8]) -> Bool {
    bytes.count <= mostBytes && bytes.count { $0 == UInt8(ascii: "\n") } <= mostLines
  }

  /// The items of a form as a map; nil if a map cannot show them in their order.
  private static func form(_ items: [UInt8]) -> BuiltJSON? {
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
    return .map(fields.map { ($0.name, .oneOrMore($0.values)) })
  }

  // MARK: The parts of a request

  /// What the request marks as secret in its parts.
  private var markedSecrets: [[UInt8]] {
    var secrets: [[UInt8]] = []
    for case .bytes(let bytes) in exchange.request.body?.allPieces ?? [] where bytes.holdsSecret {
      secrets += bytes.stretches.filter(\.isSecret).map(\.bytes)
    }
    return secrets
  }

  /// A part of a multipart body: a short text as it is, others as digests.
  private func part(
    _ part: ReceivedParts.Part, marking secrets: [[UInt8]], by mask: inout RecordingMask,
    _ sha256: ([UInt8]) -> [UInt8]?
  ) -> BuiltJSON {
    let filename = part.filename.map { name in
      String(decoding: mask.masked(ProtectedText(name), .request), as: UTF8.self)
    }
    return .map([
      ("name", BuiltJSON(part.name)), ("filename", BuiltJSON(filename)),
      ("type", BuiltJSON(part.type?.description)),
      content(of: part, marking: secrets, by: &mask, sha256),
    ])
  }

  private func content(
    of part: ReceivedParts.Part, marking secrets: [[UInt8]], by mask: inout RecordingMask,
    _ sha256: ([UInt8]) -> [UInt8]?
  ) -> (key: String, value: BuiltJSON) {
    let isNamed = part.name.map { NamedSecrets.contain($0.utf8) && !part.bytes.isEmpty } ?? false
    // A short secret can be masked where it is a part of its own.
    let rule: RecordingMask.Rule? =
      isNamed || mask.isSent(part.bytes, .request)
      ? .name : secrets.contains(part.bytes) ? .value : nil
    if let rule {
      let masked = mask.replaced(part.bytes, .request, by: rule)
      return ("text", .text(String(decoding: masked, as: UTF8.self)))
    }
    let masked = mask.masked(
      body: ProtectedText(bytes: part.bytes), as: part.contentType, .request, keeping: kept)
    let isText =
      ExchangeBody(masked, type: nil).text != nil && masked.count <= Self.mostBytesOfPart
      && masked.count { $0 == UInt8(ascii: "\n") } <= Self.mostLines
    if isText { return ("text", .text(String(decoding: masked, as: UTF8.self))) }
    if masked == part.bytes, let digest = sha256(part.bytes) {
      return ("sha256", .text(Hexadecimal.encode(digest)))
    }
    // The digest of a file with a secret would depend on the secret.
    return ("text", .text(RecordingDeclaration.gap))
  }

  // MARK: The response

  private mutating func response(
    _ head: ResponseHead, by mask: inout RecordingMask
  ) -> BuiltJSON {
    var members: Members = [("status", BuiltJSON(head.status))]
    let latin1 = Set(
      (head.headers + exchange.trailers).filter(\.content.isLatin1).map { $0.name.lowercased() })
    var recordedLatin1: [String] = []
    for (part, fields) in [("headers", head.headers), ("trailers", exchange.trailers)] {
      let fields = recorded(fields, latin1: latin1, by: &mask)
      members.append((part, .map(fields)))
      for (name, _) in fields {
        let isKnown = recordedLatin1.contains { $0.lowercased() == name.lowercased() }
        if latin1.contains(name.lowercased()), !isKnown { recordedLatin1.append(name) }
      }
    }
    if !recordedLatin1.isEmpty { members.append(("latin1", .texts(recordedLatin1))) }
    guard case .bytes(let bytes) = exchange.body, !bytes.isEmpty else { return .map(members) }
    let text = ProtectedText(bytes: bytes)
    let body = ExchangeBody(bytes, type: head.header("Content-Type"))
    let name = "\(label).\(body.ending)"
    members.append(("body", .text(name)))
    guard let document = body.json else {
      let masked = mask.masked(body: text, as: body.contentType, .response, keeping: kept)
      files.append((name, masked))
      return .map(members)
    }
    let masked = mask.masked(json: document.root, of: text, .response, keeping: kept)
    let layout = (try? JSONDocument(masked)).flatMap {
      RecordingDeclaration.Layout.layout(of: $0.root)
    }
    if let layout {
      files.append((name, BuiltJSON.json(masked).fileBytes))
      members.append(("written", .text(layout.rawValue)))
    } else {
      files.append((name, masked))
    }
    return .map(members)
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
  ) -> Members {
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
    var found: Members = []
    for field in fields {
      let name = field.name.lowercased()
      let isUsed = exchange.usesHeaders && !Self.variableFields.contains(name)
      guard wanted.contains(name) || isUsed,
        !found.contains(where: { $0.key.lowercased() == name })
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
      found.append((field.name, .oneOrMore(values)))
    }
    return found
  }
}

extension BuiltJSON {
  fileprivate static func oneOrMore(_ texts: [String]) -> BuiltJSON {
    texts.count == 1 ? .text(texts[0]) : .texts(texts)
  }
}
