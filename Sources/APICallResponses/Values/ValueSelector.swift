import APICallBase
import APICallContracts
import APICallLanguage
import APICallModel
import APICallSafety
import APICallText
import JSONText

/// Writes what is selected in each value, or made of it.
///
/// In a document, a singular path selects one value. Otherwise, all selected values are a stream,
/// which is written as the values arrive. A document is held only if its path requires it.
final class ValueSelector: ValueSink {
  /// A document that is read child by child.
  private struct Arriving {
    let stream: JSONPathStream
    var reader: JSONChildReader
    /// Whether the place of its children is known to be one that can have them.
    var isPlaceChecked = false
  }

  private static let pieceLength = 64 << 10

  let output: any ByteSink
  private let content: Content
  private let form: Form
  private let body: IncomingBody
  private var held: DocumentBuffer
  /// The document that is arriving; nil if values are held.
  private var arriving: Arriving?
  private let limit: Int
  private var watch = PathWatch()
  private var isStream: Bool
  private var kind = ValueKind.json
  private(set) var hasValues = false
  /// Whether what it has looked for so far was in no value, which is an error at the end.
  var lacksName: Bool {
    if case .rows(let maker) = content { maker.lacksName } else { watch.end != nil }
  }
  private var hasBegunRows = false
  var remarks: [FormatRemark] {
    let remarks = printer?.remarks ?? []
    guard case .rows(let maker) = content, maker.provenance.secrecy != .open else { return remarks }
    return remarks.map(\.withoutContents)
  }
  /// Writes values that need more than their bytes; created for the first one.
  private var printer: ValuePrinter?

  init(_ content: Content, as form: Form, of body: IncomingBody, output: any ByteSink) {
    self.content = content
    self.form = form
    self.output = output
    self.body = body
    // Without values, a stream is empty, but a document lacks one.
    isStream = body.decoder?.isStream ?? false
    limit = body.settings.limit
    held = DocumentBuffer(limit: limit)
  }

  func beginStream() throws(DeliveryError) {
    isStream = true
    if isList { try beginOutput() }
  }

  /// Whether a stream of values is written.
  private var isList: Bool {
    if case .rows(let maker) = content, maker.isOfOneGroup { false } else { isStream }
  }

  func begin(_ kind: ValueKind) throws(DeliveryError) {
    self.kind = kind
    hasValues = true
    if !isStream, kind == .json, let stream = content.stream {
      arriving = Arriving(stream: stream, reader: JSONChildReader(of: stream, limit: limit))
    }
  }

  func receive(_ bytes: Span<UInt8>) throws(DeliveryError) {
    guard arriving != nil else {
      try held.write(bytes)
      if held.isUndecided {
        let path = if case .path(let path) = content { path } else { JSONPath?.none }
        try held.keepOnly(isStream || kind != .json ? nil : path.map { [$0] })
      }
      return
    }
    var start = 0
    while start < bytes.count, !isFull {
      let end = min(start + Self.pieceLength, bytes.count)
      try read(bytes.extracting(start..<end))
      start = end
    }
  }

  func end() throws(DeliveryError) {
    guard arriving == nil else { return try endArriving() }
    try held.finish()
    let bytes = held.take()
    guard kind == .json else { return try select(inText: bytes) }
    try select(in: JSONNode(delivered: bytes))
  }

  /// Selects from a body whose media type is not JSON.
  private func select(inText bytes: [UInt8]) throws(DeliveryError) {
    let visible = BodyOpening.visible(bytes[...])
    if visible.isEmpty {
      hasValues = false
      return
    }
    if !body.settings.isNamed, let document = UnlabelledJSON.document(in: bytes) {
      return try select(in: document.root)
    }
    // Rows can be made of a text, but a path finds nothing in it.
    guard kind == .text, case .rows(let maker) = content,
      body.makesRowsOfText || !maker.stages.usesResponse && !body.isForeign
    else {
      throw .otherKind(OtherKind(readAs: "json", body.settings, start: visible))
    }
    try select(
      in: JSONNode(delivered: Value.text(String(decoding: bytes, as: UTF8.self)).jsonText))
  }

  /// Ends a document that was read child by child.
  private func endArriving() throws(DeliveryError) {
    try rethrowing(arriving?.reader.finish()) { DeliveryError($0) }
    try checkPlace()
    guard let reach = arriving?.reader.reach else { return }
    switch content {
    case .path(let path):
      if let end = watch.end { throw Self.lost(end, path, in: .document) }
      try beginRows()
    case .rows(let maker):
      try making { (receive) throws(Failure) in try maker.endDocument(reaching: reach, receive) }
    }
  }

  /// Refuses a document that has something else where the children should be.
  private func checkPlace() throws(DeliveryError) {
    guard let arriving, !arriving.isPlaceChecked, arriving.reader.isReachKnown else { return }
    self.arriving?.isPlaceChecked = true
    let reach = arriving.reader.reach
    switch content {
    case .path(let path):
      watch.note(reach)
      if let end = reach.end { throw Self.lost(end, path, in: .document) }
    case .rows(let maker):
      try rethrowing(maker.checkDocument(reaching: reach)) { DeliveryError.unmade(UnmadeValue($0)) }
    }
  }

  private static func failure(of error: JSONPathEvaluationError, in path: JSONPath) -> DeliveryError
  {
    .unselectable(
      "cannot evaluate \(path): \(path.words(of: error, showingPlaces: true))",
      hint: path.hint(for: error))
  }

  private static func lost(
    _ end: JSONPathDeadEnd, _ path: JSONPath, in subject: PathSubject
  ) -> DeliveryError {
    let (message, hint) = end.words(of: ParameterPath(path), in: subject)
    return .unselectable(message, hint: hint)
  }

  func write(_ document: JSONDocument) throws(DeliveryError) {
    hasValues = true
    try select(in: document.root)
  }

  /// The body of a document that has ended is read to its end, so that its connection can be used
  /// again.
  var wantsMore: Bool { !isFull || arriving?.reader.isComplete == true }

  private var isFull: Bool { if case .rows(let maker) = content { maker.isDone } else { false } }

  private func read(_ bytes: Span<UInt8>) throws(DeliveryError) {
    guard let stream = arriving?.stream, let piece = arriving?.reader.read(bytes) else { return }
    try checkPlace()
    for child in piece.children where !isFull { try select(in: child, of: stream) }
    guard !isFull, let fault = piece.fault else { return }
    switch fault {
    case .syntax(let error): throw DeliveryError(error)
    case .tooLong: throw .tooLarge(limit: limit)
    case .repeated(let key): throw Self.failure(of: .repeatedKey(key), in: stream.path)
    }
  }

  private func select(
    in child: JSONNode, of stream: JSONPathStream
  ) throws(DeliveryError) {
    switch content {
    case .path(let path):
      let patterns = path.usesPatterns ? PathPatterns() : nil
      let found = try rethrowing(stream.rows(from: child, .everywhere, patterns: patterns)) {
        Self.failure(of: $0, in: path)
      }
      if !found.isEmpty {
        watch.noteFound()
      } else if !watch.hasFound {
        do { watch.note(try stream.reach(through: child, patterns: patterns)) } catch {
          throw Self.failure(of: error, in: path)
        }
      }
      for value in found { try writeRow(value) }
    case .rows(let maker):
      try making { (receive) throws(Failure) in try maker.take(child: child, of: stream, receive) }
    }
  }

  private func select(in value: JSONNode) throws(DeliveryError) {
    switch content {
    case .path(let path):
      let places = try places(in: value, of: path)
      if !isStream, path.isSingular {
        for place in places { try writeSingle(place) }
        return
      }
      if !isStream { try beginRows() }
      for place in places { try write(place) }
    case .rows(let maker):
      try making { (receive) throws(Failure) in try maker.take(value, inStream: isStream, receive) }
    }
  }

  func finish() throws(DeliveryError) {
    switch content {
    case .path(let path):
      if !hasValues, !isStream {
        if path.isRoot { throw .unselectable("the response is empty", hint: nil) }
        throw .unselectable("the response has nothing at \(path)", hint: "the response is empty")
      }
      // An empty list would be no right result.
      if let end = watch.end, printer?.hasValues == false {
        throw Self.lost(end, path, in: .stream)
      }
    case .rows(let maker):
      let isEmpty = !hasValues && !isStream
      if isEmpty, !maker.stages.usesResponse { try select(in: .null) }
      do {
        try making { (receive) throws(Failure) in
          if isEmpty, maker.stages.usesResponse {
            guard try maker.endEmptyDocument(receive) else { throw .noRows(of: body.call) }
          }
          try maker.finish(receive)
        }
      } catch {
        // The rows before are printed, too.
        if printer?.hasValues == true { try printer?.finish() }
        try output.flush()
        throw error
      }
      if !isStream, !maker.isSingle { try beginRows() }
    }
    do { try printer?.finish() } catch {
      guard case .rows(let maker) = content, maker.provenance.secrecy != .open,
        case .unsuitable(let reason, hint: _) = error
      else { throw error }
      throw .unsuitable(reason, hint: "the rows are made of a secret")
    }
    // What was printed is complete, but there may be more elsewhere.
    if case .path(let path) = content, let end = watch.end {
      try output.flush()
      throw Self.lost(end, path, in: .stream)
    }
  }

  private func making(
    _ make: (RowMaker.Receiver) throws(Failure) -> Void
  ) throws(DeliveryError) {
    var refusal: DeliveryError?
    do throws(Failure) {
      try make { row in
        do throws(DeliveryError) {
          try self.writeRow(row)
          return .more
        } catch {
          refusal = error
          return .stop
        }
      }
    } catch {
      throw .unmade(UnmadeValue(error))
    }
    if let refusal { throw refusal }
  }

  private func writeRow(_ row: JSONNode) throws(DeliveryError) {
    if !isList, content.isSingle { return try writeSingle(row) }
    if !isStream { try beginRows() }
    try write(row)
  }

  /// Begins the rows of a document with the first one, so that nothing is printed before an error.
  private func beginRows() throws(DeliveryError) {
    guard !hasBegunRows else { return }
    hasBegunRows = true
    try beginOutput()
  }

  private func places(
    in value: JSONNode, of path: JSONPath
  ) throws(DeliveryError) -> JSONPathPlaces {
    let found: JSONPathPlaces
    do throws(JSONPathEvaluationError) {
      found = try path.rows(
        in: value, isStream ? .everywhere : .inItems,
        patterns: path.usesPatterns ? PathPatterns() : nil)
      if found.count > 0 {
        watch.noteFound()
      } else if !watch.hasFound {
        watch.note(try path.reach(in: value, needingLists: true))
      }
    } catch {
      throw Self.failure(of: error, in: path)
    }
    if !isStream, let end = watch.end { throw Self.lost(end, path, in: .document) }
    return found
  }

  private func writeSingle(_ found: JSONNode) throws(DeliveryError) {
    switch form {
    case .plain where found.kind == .string:
      try writeRaw(found)
      try output.write("\n")
    case .raw: try writeRaw(found)
    case .plain(let formatter), .format(let formatter):
      let printer = ValuePrinter(formatter: formatter, output: output, isChecked: true)
      self.printer = printer
      try printer.print(found)
    }
  }

  private func beginOutput() throws(DeliveryError) {
    switch form {
    case .raw: return
    case .plain(let formatter), .format(let formatter):
      let printer = ValuePrinter(formatter: formatter, output: output, isChecked: true)
      self.printer = printer
      printer.beginStream()
    }
  }

  private func write(_ value: JSONNode) throws(DeliveryError) {
    if let printer { try printer.print(value) } else { try writeRaw(value) }
  }

  private func writeRaw(_ value: JSONNode) throws(DeliveryError) {
    guard value.kind == .string else {
      let text = value.document.bytes
      return try output.write(text.span.extracting(value.range))
    }
    guard let text = value.string else {
      let place = if case .path(let path) = content { "at \(path)" } else { "of a row" }
      throw .unselectable(
        "the text \(place) contains half of a surrogate pair, which is not Unicode",
        hint: "'--format json' prints it unchanged")
    }
    try output.write(text)
  }
}

extension ValuePrinter {
  fileprivate func print(_ value: JSONNode) throws(DeliveryError) {
    try begin(.json)
    let text = value.document.bytes
    try receive(text.span.extracting(value.range))
    try end()
  }
}
