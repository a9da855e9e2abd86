extension JSONPath {
  /// Reads a path.
  ///
  /// - Parameter text: the path, such as `$.users[0]['First Name']` or `$..book[?@.price < 10]`.
  /// - Throws: `JSONPathError` if the text is not a path, is longer than `maxLength` or is nested
  ///   beyond `maxDepth`.
  public init(_ text: String) throws(JSONPathError) {
    var parser = JSONPathParser(text)
    self.init(segments: try parser.parse())
  }

  /// Reads a path in which parameters stand for literals, or for names and positions in brackets.
  package init(_ text: String, parameters: [Range<Int>]) throws(JSONPathError) {
    var parser = JSONPathParser(text)
    parser.parameters = parameters
    self.init(segments: try parser.parse(), parameterCount: parameters.count)
  }
}

/// Reads a path from its text (RFC 9535, section 2 and appendix A).
struct JSONPathParser {
  let scalars: [Unicode.Scalar]
  var offset = 0
  /// The current nesting, at most `JSONPath.maxDepth`.
  var depth = 0
  /// The number of queries from the root that were read in filters.
  var constants = 0
  var parameters: [Range<Int>] = []

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  var current: Unicode.Scalar? { offset < scalars.count ? scalars[offset] : nil }

  mutating func parse() throws(JSONPathError) -> [JSONPathSegment] {
    guard scalars.count <= JSONPath.maxLength else {
      throw fail(.tooLong(limit: JSONPath.maxLength), at: JSONPath.maxLength)
    }
    guard take("$") else { throw fail(.missingRoot) }
    let segments = try parseSegments()
    guard current != nil else { return segments }
    // White space may precede a segment but not follow the last one.
    let end = offset
    skipBlanks()
    if current == nil { offset = end }
    throw fail(unexpected(.segment))
  }

  /// Reads the segments of a query; white space after them is left.
  mutating func parseSegments() throws(JSONPathError) -> [JSONPathSegment] {
    let outer = depth
    defer { depth = outer }
    var segments: [JSONPathSegment] = []
    while true {
      let start = offset
      skipBlanks()
      let place = offset
      let segment: JSONPathSegment
      if current == "[" {
        segment = JSONPathSegment(try parseBrackets())
      } else if take(".") {
        let isDescendant = take(".")
        let isBracket = isDescendant && current == "["
        segment = JSONPathSegment(
          isBracket ? try parseBrackets() : [try parseShorthand()], isDescendant: isDescendant)
      } else {
        offset = start
        return segments
      }
      // Names and positions are followed in a loop at any depth; other segments by recursion.
      if !segment.isSingular { try deepen(at: place) }
      segments.append(segment)
    }
  }

  private mutating func parseShorthand() throws(JSONPathError) -> JSONPathSelector {
    if take("*") { return .wildcard }
    guard let first = current, first.isPathNameFirst else { throw fail(unexpected(.name)) }
    var name = String.UnicodeScalarView()
    while let scalar = current, scalar.isPathName {
      name.append(scalar)
      offset += 1
    }
    return .name(Array(String(name).utf8))
  }

  /// Counts one more level while it is being read.
  mutating func deepen(at place: Int) throws(JSONPathError) {
    depth += 1
    guard depth <= JSONPath.maxDepth else {
      throw fail(.tooDeep(limit: JSONPath.maxDepth), at: place)
    }
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard current == scalar else { return false }
    offset += 1
    return true
  }

  var parameter: (number: Int, end: Int)? {
    guard current == "<", let number = parameters.firstIndex(where: { $0.lowerBound == offset })
    else { return nil }
    return (number, parameters[number].upperBound)
  }

  mutating func takeParameter() -> Int? {
    guard let (number, end) = parameter else { return nil }
    offset = end
    return number
  }

  mutating func skipBlanks() {
    while let scalar = current, [" ", "\t", "\n", "\r"].contains(scalar) { offset += 1 }
  }

  func text(from start: Int) -> String {
    var view = String.UnicodeScalarView()
    view.append(contentsOf: scalars[start..<offset])
    return String(view)
  }

  func unexpected(_ wanted: JSONPathError.Wanted) -> JSONPathError.Reason {
    .unexpected(current, wanted: wanted)
  }

  func fail(_ reason: JSONPathError.Reason, at place: Int? = nil) -> JSONPathError {
    JSONPathError(reason, offset: place ?? offset)
  }
}
