import JSONText

/// A part of an answer that is judged: what it is called, and what there is.
package struct JudgedPart {
  /// As messages call it: `$.token`, `the header field 'ETag'`, `the body`.
  var words: String
  /// As programs are told: `$.token`, `header ETag`, `body`.
  let name: String
  let value: JudgedValue
  /// What is said where there is nothing, and the way out.
  var missingWords: String
  var hint: String?
  /// The value of the body that `$` is; nil outside of one.
  var root: JSONValue?
  /// The text of the body, where that is judged.
  var wholeText: String?

  package init(_ name: String, words: String? = nil, _ value: JudgedValue) {
    self.name = name
    self.words = words ?? name
    self.value = value
    missingWords = "\(self.words) is missing"
  }

  /// The length of what there is, as a part of its own; nil where there is none.
  var length: JudgedPart? {
    value.length.map {
      JudgedPart("length of \(name)", words: "the length of \(words)", .count($0))
    }
  }

  /// An element of a list.
  ///
  /// - Parameters:
  ///   - element: the element.
  ///   - position: its place, counted from 0.
  /// - Returns: the element, called by its path.
  func element(_ element: JSONValue, at position: Int) -> JudgedPart {
    var path = "\(name)[\(position)]"
    if case .findings = value, let root {
      // The path leads to many places: this is the one.
      path = JSONPath.shortPaths(of: [element], in: root, from: "$").first ?? path
    }
    var part = JudgedPart(path, .json(element))
    part.root = root
    return part
  }
}
