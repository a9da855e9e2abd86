import APICallLanguage
import APICallModel

/// What a page says of the pages after it, in its body.
enum PageFact: Hashable {
  /// The URL of the next page, or one of the cursors.
  case next(Int)
  /// Whether another page follows.
  case more
  /// The number of all items, or of all pages.
  case total

  /// Whether the last page may leave it out.
  var mayEnd: Bool { if case .next = self { true } else { false } }
}

extension Pagination {
  /// What is read from each page besides its items.
  var facts: [(fact: PageFact, path: ParameterPath)] {
    var facts: [(fact: PageFact, path: ParameterPath)] = []
    switch style {
    case .next(.body(let path)): facts.append((.next(0), path))
    case .link, .next, .page, .offset, .single: break
    case .cursor(let cursors):
      for (index, cursor) in cursors.enumerated() {
        if case .body(let path) = cursor.source { facts.append((.next(index), path)) }
      }
    }
    if let more { facts.append((.more, more)) }
    if case .body(let path)? = total { facts.append((.total, path)) }
    return facts
  }
}
