import CLibXML2

/// Builds one JSON value from a document's parts, in the order of the parser.
struct DocumentBuilder {
  /// The largest JSON that is buffered: 128 MiB, in bytes.
  static let maxLength = 128 << 20

  /// The largest depth of nested elements.
  static let maxDepth = 256

  /// The document as JSON; empty until its root has ended.
  private(set) var document: [UInt8] = []

  private var names = ElementNames()
  private let lists: [[UInt8]]
  private let keepsPrefixes: Bool
  private var open: [OpenElement] = []
  private var length = 0

  /// Creates a builder at the beginning of a document.
  init(_ options: DecoderOptions) {
    keepsPrefixes = options.keepsPrefixes
    lists = options.lists.map { Array($0.utf8) }
  }

  /// Begins an element.
  ///
  /// - Parameters:
  ///   - prefix: the prefix of its name.
  ///   - local: the rest of its name.
  /// - Throws: `FilterProblem` if it is nested too deeply.
  mutating func begin(
    prefix: UnsafePointer<xmlChar>?, local: UnsafePointer<xmlChar>
  ) throws(FilterProblem) {
    guard open.count < Self.maxDepth else {
      throw FilterProblem(
        FilterProblem.wrongInput, "elements are nested more than \(Self.maxDepth) levels deep")
    }
    let name = names.number(prefix: keepsPrefixes ? prefix : nil, local: local)
    open.append(OpenElement(name: name))
  }

  /// Adds an attribute to the element that has just begun.
  ///
  /// - Parameters:
  ///   - prefix: the prefix of its name.
  ///   - local: the rest of its name.
  ///   - value: its value.
  /// - Throws: `FilterProblem` if the document becomes too long.
  mutating func attribute(
    prefix: UnsafePointer<xmlChar>?, local: UnsafePointer<xmlChar>,
    _ value: UnsafeBufferPointer<UInt8>
  ) throws(FilterProblem) {
    let number = names.number(prefix: prefix, local: local)
    let name = names[number]
    open[open.count - 1].add(attribute: name, value)
    try count(name.count + value.count)
  }

  /// Adds a namespace declaration to the element that has just begun.
  ///
  /// - Parameters:
  ///   - prefix: the declared prefix; nil for the namespace of names without a prefix.
  ///   - name: the name of the namespace.
  /// - Throws: `FilterProblem` if the document becomes too long.
  mutating func namespace(
    prefix: UnsafePointer<xmlChar>?, _ name: UnsafeBufferPointer<UInt8>
  ) throws(FilterProblem) {
    guard keepsPrefixes else { return }
    var member = Array("xmlns".utf8)
    if let prefix {
      member.append(UInt8(ascii: ":"))
      member += UnsafeBufferPointer(start: prefix, count: Int(xmlStrlen(prefix)))
    }
    open[open.count - 1].add(attribute: member, name)
    try count(member.count + name.count)
  }

  /// Adds text to the open element.
  ///
  /// - Throws: `FilterProblem` if the document becomes too long.
  mutating func text(_ piece: UnsafeBufferPointer<UInt8>) throws(FilterProblem) {
    guard !open.isEmpty else { return }
    open[open.count - 1].add(text: piece)
    try count(piece.count)
  }

  /// Ends the open element.
  ///
  /// - Throws: `FilterProblem` if the document becomes too long.
  mutating func end() throws(FilterProblem) {
    guard let element = open.popLast() else { return }
    let value = element.value(names)
    try count(names[element.name].count + 4)
    if open.isEmpty {
      var root = OpenElement(name: element.name)
      root.add(child: element.name, value, isList: false)
      document = root.value(names)
    } else {
      let isList = !lists.isEmpty && lists.contains(names[element.name])
      open[open.count - 1].add(child: element.name, value, isList: isList)
    }
  }

  private mutating func count(_ added: Int) throws(FilterProblem) {
    length += added
    guard length <= Self.maxLength else {
      throw FilterProblem(
        FilterProblem.wrongInput, "the document is larger than 128 MiB as JSON")
    }
  }
}
