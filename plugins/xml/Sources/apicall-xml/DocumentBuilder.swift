import CLibXML2

/// Makes one JSON value of a document, from what the parser finds in it.
struct DocumentBuilder {
  /// The most JSON that is held, in octets: 128 MiB.
  static let maxLength = 128 << 20

  /// How many elements may stand in one another.
  static let maxDepth = 256

  /// The document as JSON, once its root has ended; empty until then.
  private(set) var document: [UInt8] = []

  private var names = ElementNames()
  private let lists: [[UInt8]]
  private let keepsPrefixes: Bool
  private var open: [OpenElement] = []
  private var length = 0

  /// A builder at the beginning of a document.
  init(_ options: DecoderOptions) {
    keepsPrefixes = options.keepsPrefixes
    lists = options.lists.map { Array($0.utf8) }
  }

  /// Begins an element.
  ///
  /// - Parameters:
  ///   - prefix: the prefix of its name.
  ///   - local: the rest of its name.
  /// - Throws: `FilterProblem` where it stands too deep.
  mutating func begin(
    prefix: UnsafePointer<xmlChar>?, local: UnsafePointer<xmlChar>
  ) throws(FilterProblem) {
    guard open.count < Self.maxDepth else {
      throw FilterProblem(
        FilterProblem.wrongInput, "more than \(Self.maxDepth) elements stand in one another")
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
  /// - Throws: `FilterProblem` where the document becomes too long.
  mutating func attribute(
    prefix: UnsafePointer<xmlChar>?, local: UnsafePointer<xmlChar>,
    _ value: UnsafeBufferPointer<UInt8>
  ) throws(FilterProblem) {
    let number = names.number(prefix: prefix, local: local)
    let name = names[number]
    open[open.count - 1].add(attribute: name, value)
    try count(name.count + value.count)
  }

  /// Adds the declaration of a namespace to the element that has just begun.
  ///
  /// - Parameters:
  ///   - prefix: what is declared; nil for the namespace of names without a prefix.
  ///   - name: the name of the namespace.
  /// - Throws: `FilterProblem` where the document becomes too long.
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

  /// Adds text to the element that is open.
  ///
  /// - Throws: `FilterProblem` where the document becomes too long.
  mutating func text(_ piece: UnsafeBufferPointer<UInt8>) throws(FilterProblem) {
    guard !open.isEmpty else { return }
    open[open.count - 1].add(text: piece)
    try count(piece.count)
  }

  /// Ends the element that is open.
  ///
  /// - Throws: `FilterProblem` where the document becomes too long.
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
        FilterProblem.wrongInput, "the document comes to more than 128 MiB as JSON")
    }
  }
}
