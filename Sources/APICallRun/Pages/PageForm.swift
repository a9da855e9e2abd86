import APICallText
import JSONText

/// What the body of a page is; the pages of one list are all the same.
enum PageForm: Equatable, CustomStringConvertible {
  /// Values that a decoder with this name reads one after the other.
  case stream(decoder: String)
  /// One value, in which a path leads to the items.
  case document
  /// One value of a kind: a list of items, or an item.
  case item(JSONKind)

  var description: String {
    switch self {
    case .stream(let decoder): "a stream of values (\(decoder))"
    case .document: "one value"
    case .item(let kind): kind.typeName
    }
  }
}
