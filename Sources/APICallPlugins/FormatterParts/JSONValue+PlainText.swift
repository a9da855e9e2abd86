import APICallBase
import JSONText

extension JSONDocument {
  /// Reads JSON that a formatter has held.
  ///
  /// - Throws: ``DeliveryError/malformed(_:)`` where it is none.
  convenience init(checking octets: [UInt8]) throws(DeliveryError) {
    do {
      try self.init(octets)
    } catch {
      throw .malformed(error.description)
    }
  }
}

extension JSONValue {
  /// The value as plain text: text without quotes, null as nothing, lists and maps as JSON without
  /// white space.
  ///
  /// - Parameters:
  ///   - name: the format that it is for.
  ///   - number: the number of the record, for messages.
  /// - Returns: the text in UTF-8.
  /// - Throws: ``DeliveryError/unsuitable(_:)`` for half of a surrogate pair, which is no text.
  func plainOctets(for name: String, _ number: Int) throws(DeliveryError) -> [UInt8] {
    switch kind {
    case .null: return []
    case .boolean, .number: return Array(octets)
    case .string:
      guard let string else {
        throw .unsuitable(
          "value \(number) holds half of a surrogate pair, which \(name) cannot show")
      }
      return Array(string.utf8)
    case .array, .object: return compactOctets
    }
  }

  /// The value as JSON without white space.
  var compactOctets: [UInt8] {
    var compactor = JSONCompactor()
    var compact: [UInt8] = []
    // The text stands in a document, which has been checked.
    try? compactor.push(Array(octets).span, into: &compact)
    try? compactor.finish(into: &compact)
    return compact
  }
}
