import JSONText

extension JSONNode {
  /// A list of values as a value of its own; nil if it is nested too deeply.
  static func list(of values: [JSONNode]) -> JSONNode? {
    let list = [UInt8(ascii: "[")] + values.map(\.bytes).joined(separator: [UInt8(ascii: ",")])
    return (try? JSONDocument(list + [UInt8(ascii: "]")]))?.root
  }

  /// A list of texts.
  static func texts(_ texts: [String]) -> JSONNode? {
    var bytes: [UInt8] = []
    BuiltJSON.texts(texts).append(to: &bytes)
    return (try? JSONDocument(bytes))?.root
  }
}
