import CLibXML2

/// Reads a document piece by piece into a `DocumentBuilder`.
///
/// Only the five entities of XML itself are expanded, and only the input is read. A document that
/// declares entities is rejected. It is a class because libxml2 calls it back.
final class XMLParser {
  /// Builds the value of the document.
  var builder: DocumentBuilder
  /// The reason why the document is rejected; nil if it is valid so far.
  private(set) var problem: FilterProblem?

  private var context: xmlParserCtxtPtr?

  /// Creates a parser at the beginning of a document.
  ///
  /// - Parameters:
  ///   - options: the options of the decoder.
  ///   - charset: the document's charset if it is known from outside; nil for the one that it
  ///     declares.
  /// - Throws: `FilterProblem` if the charset is unknown.
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
          "the charset '\(charset)' of the Content-Type is unknown")
      }
      flags |= XML_PARSE_IGNORE_ENC.rawValue
      xmlSwitchToEncoding(context, encoding)
    }
    xmlCtxtUseOptions(context, Int32(flags))
  }

  deinit { xmlFreeParserCtxt(context) }

  /// Parses the next bytes.
  ///
  /// - Throws: `FilterProblem` if the document is rejected.
  func push(_ piece: UnsafeBufferPointer<UInt8>) throws(FilterProblem) {
    piece.withMemoryRebound(to: CChar.self) { text in
      _ = xmlParseChunk(context, text.baseAddress, Int32(text.count), 0)
    }
    if let problem { throw problem }
  }

  /// Ends the document.
  ///
  /// - Returns: the document as JSON.
  /// - Throws: `FilterProblem` if it is incomplete.
  func finish() throws(FilterProblem) -> [UInt8] {
    xmlParseChunk(context, nil, 0, 1)
    if let problem { throw problem }
    guard context?.pointee.wellFormed == 1, !builder.document.isEmpty else {
      throw FilterProblem(FilterProblem.wrongInput, "the body is not well-formed XML")
    }
    return builder.document
  }

  /// Performs a step of the builder, and rejects the document if it throws.
  func build(_ step: (inout DocumentBuilder) throws(FilterProblem) -> Void) {
    guard problem == nil else { return }
    do throws(FilterProblem) { try step(&builder) } catch { refuse(error) }
  }

  /// Rejects the document for a reason, at the current place.
  func refuse(_ reason: String) {
    refuse(reason, line: Int(xmlSAX2GetLineNumber(context)), column: column)
  }

  /// Rejects the document for a reason, at a given place.
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
