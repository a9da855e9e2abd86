import APICallBase
import APICallHTTP
import APICallModel
import APICallReading
import APICallRequests
import APICallSafety
import APICallText
import JSONText

/// The exchanges of a recording, on their way to its files.
struct RecordingDraft {
  /// The maximum size of all bodies together, in bytes: 64 MiB.
  private static let mostBytes = 64 << 20
  private static let longestLabel = 40

  let exchanges: [TappedExchange]
  let kept: [JSONPath]
  let headers: [String]

  /// Throws a ``Failure`` with exit status 73 for what cannot be recorded.
  func files(
    at moment: RecordedMoment, by mask: inout RecordingMask,
    digest sha256: ([UInt8]) -> [UInt8]?
  ) throws(Failure) -> [(name: String, bytes: [UInt8])] {
    var index: [BuiltJSON] = []
    var files: [(name: String, bytes: [UInt8])] = []
    for (position, exchange) in exchanges.enumerated() {
      var writer = writer(at: position, by: &mask)
      index.append(writer.json(by: &mask, digest: sha256))
      files += writer.files
      if mask.meetsShort {
        throw Failure(
          .cannotCreate,
          "cannot record \(Self.title(of: exchange)): a secret in it is too short",
          hint: "use a secret of 6 bytes or more, or 8 if it is a number, or send it in a header"
            + " field")
      }
    }
    let text = try RecordingText.text(of: index, at: moment)
    return [(RecordingDeclaration.fileName, text)] + files
  }

  /// The texts of a recording that are never masked.
  var names: Set<[UInt8]> {
    var names = RecordingText.words
    for exchange in exchanges {
      let request = exchange.request
      names += [request.method, request.url.origin.description] + request.headers.map(\.name)
      names += exchange.head?.headers.map(\.name) ?? []
      if case .bytes(let bytes) = exchange.sent, let type = request.contentType {
        let parts = ReceivedParts(bytes, contentType: type)?.parts ?? []
        names += parts.flatMap { [$0.name, $0.type?.description].compactMap(\.self) }
      }
    }
    return Set(names.map { Array($0.utf8) })
  }

  /// The credentials that names and shapes show in the exchanges.
  ///
  /// They are found by masking all exchanges once, so they are all that names and shapes mask.
  func shownSecrets() -> ShownSecrets {
    var shown = ShownSecrets()
    for position in exchanges.indices {
      for isResponse in [false, true] {
        var mask = RecordingMask(hiding: [], short: [])
        var writer = writer(at: position, by: &mask)
        writer.mask(isResponse ? .response : .request, by: &mask)
        shown.learn(mask.replaced, at: position, inResponse: isResponse)
      }
    }
    shown.learnShort(sentIn: exchanges.map(Self.sentTexts))
    shown.learnWhole(sentIn: exchanges.map(Self.sentValues))
    return shown
  }

  private func writer(at position: Int, by mask: inout RecordingMask) -> ExchangeWriter {
    let exchange = exchanges[position]
    let test = exchange.call.endpoint.test
    return ExchangeWriter(
      exchange: exchange, label: "\(position + 1)-\(Self.label(of: exchange, by: &mask))",
      kept: kept + test.keep, headers: headers + test.headers)
  }

  private static func label(
    of exchange: TappedExchange, by mask: inout RecordingMask
  ) -> String {
    let file = FilePath.name(of: exchange.call.endpoint.file)
    var name = exchange.step ?? file
    if exchange.step == nil, name.hasSuffix(".yaml") { name = String(name.dropLast(5)) }
    let masked = mask.masked(ProtectedText(name), .response, allowsShort: true)
    let safe = masked.map { byte in
      byte.isASCIILetterOrDigit || byte == UInt8(ascii: "_") ? byte : UInt8(ascii: "-")
    }
    return String(decoding: safe.prefix(longestLabel), as: UTF8.self)
  }

  private static func sentTexts(of exchange: TappedExchange) -> [[UInt8]] {
    let request = exchange.request
    var texts = [request.url.path.revealedBytes] + request.headers.map(\.value.revealedBytes)
    if let query = request.url.query { texts.append(query.revealedBytes) }
    if case .bytes(let bytes) = exchange.sent { texts.append(bytes) }
    return texts
  }

  private static func sentValues(of exchange: TappedExchange) -> [[UInt8]] {
    let request = exchange.request
    var values = WholeValues.segments(of: request.url.path.revealedBytes).map(\.value)
    values += request.headers.map(\.value.revealedBytes)
    if let query = request.url.query {
      values += WholeValues.items(of: query.revealedBytes).map(\.value)
    }
    if case .bytes(let bytes) = exchange.sent {
      values += WholeValues.values(of: ExchangeBody(bytes, type: request.contentType))
    }
    return values
  }

  /// Refuses bodies that a recording cannot hold.
  func check() throws(Failure) {
    guard exchanges.count <= RecordingDeclaration.mostExchanges else {
      throw Failure(
        .cannotCreate, "a recording holds at most \(RecordingDeclaration.mostExchanges) exchanges")
    }
    var size = 0
    for exchange in exchanges {
      for (body, what) in [(exchange.sent, "the request"), (exchange.body, "the response")] {
        switch body {
        case .bytes(let bytes): size += bytes.count
        case .tooLong:
          throw Failure(
            .cannotCreate,
            "cannot record \(Self.title(of: exchange)): the body of \(what) is longer than 1 MiB",
            hint: "record a smaller response; nothing is cut off in a recording")
        case .unrepeatable(let file):
          throw Failure(
            .cannotCreate,
            "cannot record \(Self.title(of: exchange)): '\(file)' can be read only once",
            hint: "save its contents to a regular file, and send that")
        }
      }
    }
    guard size <= Self.mostBytes else {
      throw Failure(.cannotCreate, "a recording holds at most 64 MiB of bodies")
    }
  }

  private static func title(of exchange: TappedExchange) -> String {
    "\(exchange.request.method) \(exchange.request.url.text)"
  }
}

extension OutgoingRequest {
  var contentType: String? {
    headers.first { $0.isNamed("Content-Type") }?.value.revealed
  }
}
