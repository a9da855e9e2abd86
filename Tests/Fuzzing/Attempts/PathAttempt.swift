@testable import APICallText
@testable import APICallSafety
@testable import APICallBase
@testable import APICallRequests
@testable import APICallResponses
@testable import APICallRun
@testable import APICallLanguage
@testable import APICallModel
@testable import APICallReading
@testable import APICallHTTP
@testable import APICallContracts
import JSONText

/// JSONPath: a path, a zero byte, and the document to search.
enum PathAttempt {
  private static let limits = JSONPathLimits(visits: 20_000, places: 2_000)

  static func run(_ bytes: [UInt8]) {
    let parts = bytes.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
    let text = String(decoding: parts[0], as: UTF8.self)
    let path: JSONPath
    do {
      path = try JSONPath(text)
    } catch {
      require(error.offset <= text.unicodeScalars.count, "\(text.debugDescription): \(error)")
      require(!error.message.isEmpty, text)
      return
    }
    checkDescription(path, text)
    guard let body = parts.dropFirst().first,
      let document = (try? JSONDocument(Array(body))) ?? (try? JSONDocument(sample))
    else { return }
    check(path, in: document.root)
  }

  private static func checkDescription(_ path: JSONPath, _ text: String) {
    let description = path.description
    do {
      let again = try JSONPath(description)
      require(again == path, "\(text.debugDescription) is not \(description.debugDescription)")
      require(
        again.description.utf8.elementsEqual(description.utf8),
        "\(description.debugDescription) is described as \(again.description.debugDescription)")
    } catch {
      // A description that is longer than the original may reach a limit.
      if case .tooLong = error.reason { return }
      fatalError("\(text.debugDescription) as \(description.debugDescription): \(error)")
    }
  }

  private static func check(_ path: JSONPath, in root: JSONNode) {
    guard
      let found = try? path.select(in: root, patterns: PathPatterns(), limits: limits)
    else { return }
    require(found.count <= limits.places, "\(path) leads to \(found.count) places")
    require(!path.isSingular || found.count <= 1, "\(path) leads to several places")
    let places = JSONPath.normalizedPaths(of: found, in: root)
    for (place, value) in zip(places, found).prefix(50) {
      guard let normal = try? JSONPath(place) else { fatalError("\(place) is no path") }
      require(normal.isSingular, "\(place) is not singular")
      // The last member with a repeated key has the path, and a lone surrogate has none.
      let only = (try? normal.select(in: root))?.first
      if !place.contains("\u{FFFD}"), !hasRepeatedKeys(root) {
        require(only?.range == value.range, "\(place) does not lead to \(value)")
      }
    }
    if let stream = path.stream { check(stream, of: path, in: root, found) }
  }

  private static func check(
    _ stream: JSONPathStream, of path: JSONPath, in root: JSONNode, _ found: [JSONNode]
  ) {
    var container: JSONNode? = root
    for step in stream.container {
      switch step {
      case .name(let name): container = container?[name]
      case .index(let index): container = container?[index]
      }
    }
    var children: [JSONNode] = []
    if let container { children = Array(container.elements) + container.members.map(\.value) }
    var streamed: [Range<Int>] = []
    for child in children {
      guard let values = try? stream.select(from: child, patterns: PathPatterns()) else { return }
      streamed += values.map(\.range)
    }
    require(streamed == found.map(\.range), "\(path) child by child: \(streamed), not \(found)")
  }

  private static func hasRepeatedKeys(_ root: JSONNode) -> Bool {
    var rest = [root]
    while let value = rest.popLast() {
      var keys: Set<[UInt8]> = []
      for (key, member) in value.members {
        guard keys.insert(Array(key.utf8)).inserted else { return true }
        rest.append(member)
      }
      rest += value.elements
    }
    return false
  }

  private static let sample = Array(
    #"""
    {"a": [1, 2.0, -3e2, "b", null, true, {"a": "b", "b": [0, [1, [2]]]}], "b": {"é": "x\ny",
    "": [], "a": {}}, "c": [{"a": 1, "b": "aab"}, {"a": 1.0, "b": "[ab]*"}, {"b": 10e-1}]}
    """#.utf8)
}
