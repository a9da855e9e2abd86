import APICallHTTP
import APICallLanguage
package import APICallModel
import APICallText

/// The shape of an endpoint's path: text, and gaps that match a segment or a part of one.
package struct PathPattern: Sendable {
  private let pattern: BytePattern

  package init(_ path: PathTemplate?, base: String) {
    var pieces = path?.pieces ?? []
    if case .text(let text) = pieces.first, text.begins(with: "/") {
    } else if path != nil || base.isEmpty {
      pieces.insert(.text("/"), at: 0)
    }
    var elements = [BytePattern.Element.text(PercentEncoding.normalized(Array(base.utf8)))]
    for piece in pieces {
      switch piece {
      case .text(let text): elements.append(.text(PercentEncoding.normalized(Array(text.utf8))))
      case .token: elements.append(.gap(crossesSlashes: false))
      case .placeholder(let placeholder):
        elements.append(.gap(crossesSlashes: placeholder.keepsSlashes))
      }
    }
    pattern = BytePattern(elements)
  }

  /// Creates a pattern of a whole URL; if one value is the whole URL, any path matches.
  init(_ url: URLTemplate) {
    guard case .parts(_, let path, _) = url.form else {
      pattern = BytePattern([.gap(crossesSlashes: true)])
      return
    }
    let elements = path.parts.map { part -> BytePattern.Element in
      switch part {
      case .text(let text): .text(PercentEncoding.normalized(Array(text.utf8)))
      case .placeholder(let placeholder): .gap(crossesSlashes: placeholder.keepsSlashes)
      }
    }
    pattern = BytePattern(elements.isEmpty ? [.text(Array("/".utf8))] : elements)
  }

  /// Returns true if each gap matches something.
  package func matches(_ path: [UInt8]) -> Bool {
    pattern.matches(PercentEncoding.normalized(path))
  }
}
