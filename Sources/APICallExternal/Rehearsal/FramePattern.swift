import APICallPluginKit
import JSONText

/// What a frame has to be: the members that are given, whatever else it has.
struct FramePattern {
  let pattern: JSONValue

  /// Holds a frame against the pattern.
  ///
  /// - Parameter frame: the frame.
  /// - Returns: in which place it differs and how, in words; nil where it does not.
  func difference(from frame: Frame) -> String? {
    difference(pattern, frame.head, at: "")
  }

  /// Whether it asks for octets of a body.
  var isBody: Bool { pattern["body"]?.boolean == true }

  private func difference(_ wanted: JSONValue, _ got: JSONValue, at path: String) -> String? {
    switch (wanted.kind, got.kind) {
    case (.object, .object):
      for (name, value) in wanted.members {
        let path = path.isEmpty ? name : "\(path).\(name)"
        guard let member = got[name] else { return "there is no '\(path)'" }
        if let found = difference(value, member, at: path) { return found }
      }
      return nil
    case (.array, .array):
      let (some, others) = (Array(wanted.elements), Array(got.elements))
      guard some.count == others.count else {
        return "'\(path)' has \(others.count) items, not \(some.count)"
      }
      for (index, pair) in zip(some, others).enumerated() {
        if let found = difference(pair.0, pair.1, at: "\(path)[\(index)]") { return found }
      }
      return nil
    default:
      return wanted.isEqual(to: got)
        ? nil : "'\(path)' is \(Self.excerpt(got)), not \(Self.excerpt(wanted))"
    }
  }

  /// A value as messages show it.
  static func excerpt(_ value: JSONValue) -> String {
    let text = value.text
    return text.count > 200 ? text.prefix(200) + "…" : text
  }
}
