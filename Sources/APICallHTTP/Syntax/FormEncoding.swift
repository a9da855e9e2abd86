package import APICallSafety

/// Encodes names and values as `a=1&b=2`, for a query and for the body of a form.
package enum FormEncoding {
  package static func join(
    _ items: [(name: String, value: ProtectedText)], for component: PercentEncoding.Component
  ) -> ProtectedText {
    var result = ProtectedText(
      reserving: items.reduce(0) { $0 + $1.name.utf8.count + $1.value.count + 2 })
    for (name, value) in items {
      if !result.isEmpty { result.append("&") }
      result.append(PercentEncoding.encode(ProtectedText(name), for: component))
      result.append("=")
      result.append(PercentEncoding.encode(value, for: component))
    }
    return result
  }

  /// Returns the decoded names and values in order.
  package static func split(_ bytes: [UInt8], plusIsSpace: Bool = true) -> [[[UInt8]]] {
    bytes.split(separator: UInt8(ascii: "&")).map { item in
      item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { PercentEncoding.decode(Array($0), plusIsSpace: plusIsSpace) }
    }
  }

  /// Encodes items as signatures have them: in the order of the encoded names, then of the values; a
  /// name alone gets `=`.
  package static func sorted(_ items: [[[UInt8]]]) -> [UInt8] {
    var pairs = items.map { item in
      let parts = item.map { PercentEncoding.encode($0, for: .value) }
      return (name: parts[0], value: parts.count > 1 ? parts[1] : [])
    }
    pairs.sort {
      $0.name == $1.name
        ? $0.value.lexicographicallyPrecedes($1.value) : $0.name.lexicographicallyPrecedes($1.name)
    }
    return Array(
      pairs.map { $0.name + [UInt8(ascii: "=")] + $0.value }.joined(separator: [UInt8(ascii: "&")]))
  }
}

/// The encoded items of a query or of a form, `a=1&b=2`.
///
/// Setting one leaves the others unchanged, byte for byte.
package struct EncodedItems {
  private var items: [ProtectedText]

  /// Splits a text into items; secret parts stay secret.
  package init(_ text: ProtectedText) {
    items = text.isEmpty ? [] : text.split(at: UInt8(ascii: "&"))
  }

  package var text: ProtectedText {
    var text = ProtectedText()
    for (index, item) in items.enumerated() {
      if index > 0 { text.append("&") }
      text.append(item)
    }
    return text
  }

  /// Returns the decoded value of the first item with a name.
  package func value(of name: String) -> ProtectedText? {
    guard let item = items.first(where: { Self.name(of: $0) == Array(name.utf8) }) else {
      return nil
    }
    let bytes = item.revealedBytes.drop { $0 != UInt8(ascii: "=") }.dropFirst()
    return ProtectedText(
      bytes: PercentEncoding.decode(Array(bytes), plusIsSpace: true), item.secrecy)
  }

  /// Sets an item: it replaces the first one with its name and removes the others, or is added at
  /// the end.
  package mutating func set(
    _ name: String, to value: [UInt8], for component: PercentEncoding.Component
  ) {
    let item = FormEncoding.join([(name, ProtectedText(bytes: value))], for: component)
    let same = items.indices.filter { Self.name(of: items[$0]) == Array(name.utf8) }
    guard let first = same.first else { return items.append(item) }
    items[first] = item
    for index in same.dropFirst().reversed() { items.remove(at: index) }
  }

  package mutating func remove(_ name: String) {
    items.removeAll { Self.name(of: $0) == Array(name.utf8) }
  }

  private static func name(of item: ProtectedText) -> [UInt8] {
    PercentEncoding.decode(
      Array(item.revealedBytes.prefix { $0 != UInt8(ascii: "=") }), plusIsSpace: true)
  }
}
