import CLibXML2

/// The functions that libxml2 calls while it reads a document.
enum XMLCallbacks {
  /// The callbacks of a parser whose context is an `XMLParser`.
  static func handler() -> xmlSAXHandler {
    var handler = xmlSAXHandler()
    handler.initialized = UInt32(XML_SAX2_MAGIC)
    handler.startElementNs = {
      parser, local, prefix, _, namespaceCount, namespaces, count, _, all in
      guard let local else { return }
      XMLCallbacks.parser(parser)?.build { (builder) throws(FilterProblem) in
        try builder.begin(prefix: prefix, local: local)
        for index in 0..<Int(namespaceCount) {
          let name = namespaces?[2 * index + 1]
          try builder.namespace(
            prefix: namespaces?[2 * index] ?? nil,
            UnsafeBufferPointer(start: name ?? nil, count: Int(xmlStrlen(name ?? nil))))
        }
        // Five pointers each: name, prefix, namespace, and the value's beginning and end.
        for index in stride(from: 0, to: 5 * Int(count), by: 5) {
          guard let name = all?[index] ?? nil, let start = all?[index + 3] ?? nil,
            let end = all?[index + 4] ?? nil
          else { continue }
          try builder.attribute(
            prefix: all?[index + 1] ?? nil, local: name,
            UnsafeBufferPointer(start: start, count: end - start))
        }
      }
    }
    handler.endElementNs = { parser, _, _, _ in
      XMLCallbacks.parser(parser)?.build { (builder) throws(FilterProblem) in try builder.end() }
    }
    handler.characters = { XMLCallbacks.text($0, $1, $2) }
    handler.ignorableWhitespace = { XMLCallbacks.text($0, $1, $2) }
    handler.cdataBlock = { XMLCallbacks.text($0, $1, $2) }
    handler.entityDecl = { parser, name, _, _, _, _ in
      let name = XMLCallbacks.words(name)
      XMLCallbacks.parser(parser)?.refuse(
        "the document declares the entity '\(name)', but entities are not expanded")
    }
    handler.reference = { parser, name in
      XMLCallbacks.parser(parser)?.refuse("the entity '\(XMLCallbacks.words(name))' is unknown")
    }
    handler.serror = { parser, error in
      guard let error, XMLCallbacks.isFault(error.pointee) else { return }
      let words = String(cString: error.pointee.message).split { $0.isNewline }
      XMLCallbacks.parser(parser)?.refuse(
        words.first.map(String.init) ?? "the body is not well-formed XML",
        line: Int(error.pointee.line), column: Int(error.pointee.int2))
    }
    return handler
  }

  /// Whether an error means that the document cannot be decoded.
  ///
  /// An undeclared prefix does not: names keep their prefix unchanged. An entity that may be
  /// declared elsewhere does, although libxml2 only warns about it.
  private static func isFault(_ error: xmlError) -> Bool {
    if error.code == XML_WAR_UNDECLARED_ENTITY.rawValue { return true }
    if error.domain == XML_FROM_NAMESPACE.rawValue { return error.level == XML_ERR_FATAL }
    return error.level.rawValue >= XML_ERR_ERROR.rawValue
  }

  private static func parser(_ pointer: UnsafeMutableRawPointer?) -> XMLParser? {
    pointer.map { Unmanaged<XMLParser>.fromOpaque($0).takeUnretainedValue() }
  }

  private static func words(_ text: UnsafePointer<xmlChar>?) -> String {
    text.map { String(cString: $0) } ?? ""
  }

  private static func text(
    _ pointer: UnsafeMutableRawPointer?, _ text: UnsafePointer<xmlChar>?, _ count: Int32
  ) {
    parser(pointer)?.build { (builder) throws(FilterProblem) in
      try builder.text(UnsafeBufferPointer(start: text, count: Int(count)))
    }
  }
}
