import CLibXML2

/// Reads a document piece by piece into a `DocumentBuilder`.
///
/// No entity is expanded but the five of XML itself, and nothing but what is pushed is read: a
/// document that declares entities is refused. A class, because libxml2 calls it back.
final class XMLParser {
  /// What is made of the document.
  var builder: DocumentBuilder
  /// Why the document is refused; nil as long as it is not.
  private(set) var problem: FilterProblem?

  private var context: xmlParserCtxtPtr?

  /// A parser at the beginning of a document.
  ///
  /// - Parameters:
  ///   - options: how the document is decoded.
  ///   - charset: the document's charset where it is known from outside; nil for the one that it
  ///     declares.
  /// - Throws: `FilterProblem` where the charset is not known.
  init(_ options: DecoderOptions, charset: String?) throws(FilterProblem) {
    builder = DocumentBuilder(options)
    var handler = XMLCallbacks.handler()
    context = xmlCreatePushParserCtxt(
      &handler, Unmanaged.passUnretained(self).toOpaque(), nil, 0, nil)
    guard let context else {
      throw FilterProblem(FilterProblem.brokenPipe, "there is not enough memory")
    }
    var flags = XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue
    if let charset {
      guard let encoding = xmlFindCharEncodingHandler(charset) else {
        throw FilterProblem(
          FilterProblem.wrongInput,
          "the charset '\(charset)' that the Content-Type names is not known")
      }
      flags |= XML_PARSE_IGNORE_ENC.rawValue
      xmlSwitchToEncoding(context, encoding)
    }
    xmlCtxtUseOptions(context, Int32(flags))
  }

  deinit { xmlFreeParserCtxt(context) }

  /// Takes the next octets.
  ///
  /// - Throws: `FilterProblem` where the document is refused.
  func push(_ piece: UnsafeBufferPointer<UInt8>) throws(FilterProblem) {
    piece.withMemoryRebound(to: CChar.self) { text in
      _ = xmlParseChunk(context, text.baseAddress, Int32(text.count), 0)
    }
    if let problem { throw problem }
  }

  /// Tells that the document has ended.
  ///
  /// - Returns: it as JSON.
  /// - Throws: `FilterProblem` where it is not whole.
  func finish() throws(FilterProblem) -> [UInt8] {
    xmlParseChunk(context, nil, 0, 1)
    if let problem { throw problem }
    guard context?.pointee.wellFormed == 1, !builder.document.isEmpty else {
      throw FilterProblem(FilterProblem.wrongInput, "the body is not well-formed XML")
    }
    return builder.document
  }

  /// Does a step of the building, and refuses the document where that throws.
  func build(_ step: (inout DocumentBuilder) throws(FilterProblem) -> Void) {
    guard problem == nil else { return }
    do throws(FilterProblem) { try step(&builder) } catch { refuse(error) }
  }

  /// Refuses the document for a reason, which is told with the place where it is met.
  func refuse(_ reason: String) {
    refuse(reason, line: Int(xmlSAX2GetLineNumber(context)), column: column)
  }

  /// Refuses the document for a reason, which is told with a place.
  func refuse(_ reason: String, line: Int, column: Int) {
    refuse(
      FilterProblem(FilterProblem.wrongInput, "line \(line), column \(column): \(reason)"))
  }

  private func refuse(_ problem: FilterProblem) {
    guard self.problem == nil else { return }
    self.problem = problem
    xmlStopParser(context)
  }

  private var column: Int { Int(xmlSAX2GetColumnNumber(context)) }
}
