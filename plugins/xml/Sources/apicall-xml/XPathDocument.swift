import CLibXML2

/// A document as a tree, for XPath 1.0.
///
/// It is made of a document that `XMLParser` has accepted, so it declares no entities. It is a class
/// because it owns the tree, and because libxml2 calls it back.
final class XPathDocument {
  private let document: xmlDocPtr
  private let context: xmlXPathContextPtr
  /// Whether the expression that is being evaluated has a prefix that the document does not have.
  private var lacksPrefix = false

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - bytes: the document.
  ///   - charset: its charset if it is known from outside; nil for the one that it declares.
  /// - Throws: `FilterProblem` if it cannot be read, or there is not enough memory.
  init(_ bytes: [UInt8], charset: String?) throws(FilterProblem) {
    let flags = XML_PARSE_NONET.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NOERROR.rawValue
    let document = bytes.withUnsafeBytes { bytes in
      bytes.withMemoryRebound(to: CChar.self) {
        xmlReadMemory($0.baseAddress, Int32($0.count), nil, charset, Int32(flags))
      }
    }
    guard let document else {
      throw FilterProblem(FilterProblem.wrongInput, "the body is not well-formed XML")
    }
    guard let context = xmlXPathNewContext(document) else {
      xmlFreeDoc(document)
      throw FilterProblem(FilterProblem.brokenPipe, "there is not enough memory")
    }
    self.document = document
    self.context = context
    context.pointee.userData = Unmanaged.passUnretained(self).toOpaque()
    context.pointee.error = { document, error in
      // There is no message in it.
      guard let document, error?.pointee.code == Int32(XML_XPATH_UNDEF_PREFIX_ERROR.rawValue)
      else { return }
      Unmanaged<XPathDocument>.fromOpaque(document).takeUnretainedValue().lacksPrefix = true
    }
    register(xmlDocGetRootElement(document))
  }

  deinit {
    xmlXPathFreeContext(context)
    xmlFreeDoc(document)
  }

  /// Evaluates expressions.
  ///
  /// - Returns: a JSON object with the value of each: a list of the texts of nodes, or a text, number
  ///   or boolean.
  /// - Throws: `FilterProblem` if an expression is not valid, or has no value in JSON.
  func values(of queries: XPathQueries) throws(FilterProblem) -> [UInt8] {
    var json: [UInt8] = []
    for (name, expression) in queries.all {
      json.append(json.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
      json += "\"\(name)\":".utf8
      lacksPrefix = false
      guard let value = xmlXPathEvalExpression(expression, context) else {
        if lacksPrefix {
          throw FilterProblem(
            FilterProblem.wrongInput,
            "the document has no namespace for a prefix of '\(name): \(expression)'")
        }
        throw FilterProblem(
          FilterProblem.wrongUsage, "'\(expression)' of '\(name)' is not a valid expression")
      }
      defer { xmlXPathFreeObject(value) }
      try append(value.pointee, named: name, to: &json)
    }
    return json + [UInt8(ascii: "}")]
  }

  private func append(
    _ value: xmlXPathObject, named name: String, to json: inout [UInt8]
  ) throws(FilterProblem) {
    switch value.type {
    case XPATH_BOOLEAN: json += (value.boolval == 0 ? "false" : "true").utf8
    case XPATH_NUMBER where value.floatval.isFinite:
      // libxml2 would write 15 digits.
      let number = value.floatval
      json += (Int(exactly: number).map(String.init) ?? "\(number)").utf8
    case XPATH_STRING: JSONString.append(Self.bytes(of: value.stringval), to: &json)
    case XPATH_NODESET:
      json.append(UInt8(ascii: "["))
      for index in 0..<Int(value.nodesetval?.pointee.nodeNr ?? 0) {
        if index > 0 { json.append(UInt8(ascii: ",")) }
        let text = xmlXPathCastNodeToString(value.nodesetval.pointee.nodeTab[index])
        append(text, to: &json) { JSONString.append($0, to: &$1) }
        try checkLength(json)
      }
      json.append(UInt8(ascii: "]"))
    default:
      throw FilterProblem(
        FilterProblem.wrongInput, "the value of '\(name)' is not a number that JSON has")
    }
    try checkLength(json)
  }

  private func checkLength(_ json: [UInt8]) throws(FilterProblem) {
    guard json.count <= DocumentBuilder.maxLength else {
      throw FilterProblem(
        FilterProblem.wrongInput, "the values of 'xpath' are larger than 128 MiB as JSON")
    }
  }

  /// Appends a text of libxml2, and frees it.
  private func append(
    _ text: UnsafeMutablePointer<xmlChar>?, to json: inout [UInt8],
    _ write: (UnsafeBufferPointer<UInt8>, inout [UInt8]) -> Void
  ) {
    write(Self.bytes(of: text), &json)
    shim_xml_free(text)
  }

  private static func bytes(
    of text: UnsafeMutablePointer<xmlChar>?
  ) -> UnsafeBufferPointer<UInt8> {
    UnsafeBufferPointer(start: text, count: Int(xmlStrlen(text)))
  }

  /// Makes the prefixes of an element and of those in it known.
  ///
  /// `_` is the namespace of names without a prefix. The first declaration of a prefix counts.
  private func register(_ root: xmlNodePtr?) {
    var known: Set<String> = []
    var next = root
    while let node = next {
      var declared = node.pointee.type == XML_ELEMENT_NODE ? node.pointee.nsDef : nil
      while let namespace = declared {
        let prefix = namespace.pointee.prefix.map { String(cString: $0) } ?? "_"
        if known.insert(prefix).inserted {
          xmlXPathRegisterNs(context, prefix, namespace.pointee.href)
        }
        declared = namespace.pointee.next
      }
      next = Self.successor(of: node, below: root)
    }
  }

  /// The next node in the order of the document.
  private static func successor(of node: xmlNodePtr, below root: xmlNodePtr?) -> xmlNodePtr? {
    if node.pointee.type == XML_ELEMENT_NODE, let child = node.pointee.children { return child }
    var current: xmlNodePtr? = node
    while let node = current, node != root {
      if let sibling = node.pointee.next { return sibling }
      current = node.pointee.parent
    }
    return nil
  }
}
