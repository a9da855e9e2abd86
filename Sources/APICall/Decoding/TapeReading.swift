/// One decoding of a document: its options, and how each type that was met is decoded.
final class TapeReading {
  let options: JSONDecoding
  let convert: (@Sendable (String) -> String)?
  private var ways: [ObjectIdentifier: Way] = [:]

  init(_ options: JSONDecoding) {
    self.options = options
    convert = options.keys.conversion
  }

  /// How a type is decoded.
  enum Way {
    /// By its own `init(from:)`.
    case own
    /// By its own, and it is a dictionary, so that its keys stay as they are.
    case dictionary
    /// By a closure of the program.
    case adapter(@Sendable (any Decoder) throws -> Any)
    /// Not at all; with its name.
    case refused(String)
  }

  func way<Value: Decodable>(of type: Value.Type) -> Way {
    let id = ObjectIdentifier(type)
    if let way = ways[id] { return way }
    let way = findWay(of: type)
    ways[id] = way
    return way
  }

  private func findWay<Value: Decodable>(of type: Value.Type) -> Way {
    if let adapter = options.adapters[ObjectIdentifier(type)] { return .adapter(adapter) }
    if type is any DictionaryType.Type { return .dictionary }
    // To a decoder that does not know them, these types ask for something else than JSON means: a
    // date takes every number for seconds since 2001.
    let parts = String(reflecting: type).split(separator: ".")
    guard parts.count == 2, parts[0] == "Foundation" || parts[0] == "FoundationEssentials",
      ["Date", "URL", "Data", "Decimal"].contains(parts[1])
    else { return .own }
    return .refused(String(parts[1]))
  }
}

/// A dictionary of any kind.
private protocol DictionaryType {}
extension Dictionary: DictionaryType {}
