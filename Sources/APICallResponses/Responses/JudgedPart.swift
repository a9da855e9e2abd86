package import APICallRequests
import JSONText

/// A part of a response that is checked: its name and its value.
package struct JudgedPart {
  /// The name in messages: `$.token`, `the header field 'ETag'`, `the body`.
  var words: String
  /// The name in data for programs: `$.token`, `header ETag`, `body`.
  let name: String
  var value: JudgedValue
  var missingWords: String
  var hint: String?
  /// Whether its path leads nowhere, so that it passes no matcher.
  var isLost = false
  /// Whether it is the list of all fields of one name.
  var isOfFields = false
  /// The value of the body that `$` stands for; nil outside a body.
  var root: JSONNode?
  /// The text of the body, if it is checked.
  var wholeText: String?

  package init(_ name: String, words: String? = nil, _ value: JudgedValue) {
    self.name = name
    self.words = words ?? name
    self.value = value
    missingWords = "\(self.words) is missing"
  }

  var length: JudgedPart? {
    value.length.map {
      JudgedPart("length of \(name)", words: "the length of \(words)", .count($0))
    }
  }

  /// Returns the item, named by its path.
  func element(_ element: JSONNode, at position: Int) -> JudgedPart {
    var path = "\(name)[\(position)]"
    if case .findings = value, let root {
      // The path selects many values; this is the path of one of them.
      path = JSONPath.shortPaths(of: [element], in: root, from: "$").first ?? path
    }
    var part = JudgedPart(path, .json(element))
    part.root = root
    return part
  }
}
