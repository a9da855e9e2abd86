package import APICallBase

/// Names and values joined as `a=1&b=2`, as in a query and in the body of a form.
package enum FormEncoding {
  /// Joins items, each encoded.
  ///
  /// - Parameters:
  ///   - items: the names and values in order.
  ///   - component: how they are encoded: `value` for a query, `form` for a body.
  /// - Returns: the joined items; empty where there are none.
  package static func join(
    _ items: [(name: String, value: ProtectedText)], for component: PercentEncoding.Component
  ) -> ProtectedText {
    var result = ProtectedText()
    for (name, value) in items {
      if !result.isEmpty { result.append("&") }
      result.append(PercentEncoding.encode(ProtectedText(name), for: component))
      result.append("=")
      result.append(PercentEncoding.encode(value, for: component))
    }
    return result
  }

  /// Takes `a=1&b=2` apart.
  ///
  /// - Parameter octets: a query, or the body of a form; `+` is a space in both.
  /// - Returns: the names and values, decoded, in order.
  package static func split(_ octets: [UInt8]) -> [[[UInt8]]] {
    octets.split(separator: UInt8(ascii: "&")).map { item in
      item.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false
      ).map { PercentEncoding.decode(Array($0), plusIsSpace: true) }
    }
  }
}

/// The items of a query or of a form as they are sent, `a=1&b=2`: one is set, and the others stay
/// octet for octet.
package struct EncodedItems {
  private var items: [ProtectedText]

  /// Takes a text apart; what is secret of it stays so.
  package init(_ text: ProtectedText) {
    items = text.isEmpty ? [] : text.split(at: UInt8(ascii: "&"))
  }

  /// The items as they are sent.
  package var text: ProtectedText {
    var text = ProtectedText()
    for (index, item) in items.enumerated() {
      if index > 0 { text.append("&") }
      text.append(item)
    }
    return text
  }

  /// The value of the first item of a name, decoded; nil where there is none.
  package func value(of name: String) -> ProtectedText? {
    guard let item = items.first(where: { Self.name(of: $0) == Array(name.utf8) }) else {
      return nil
    }
    let octets = item.revealedOctets.drop { $0 != UInt8(ascii: "=") }.dropFirst()
    return ProtectedText(
      octets: PercentEncoding.decode(Array(octets), plusIsSpace: true), item.secrecy)
  }

  /// Sets an item: in the place of the first one of its name, the only one from then on, or at the
  /// end.
  ///
  /// - Parameters:
  ///   - name: its name, not encoded.
  ///   - value: its value, not encoded.
  ///   - component: how they are encoded: `value` in a query, `form` in a body.
  package mutating func set(
    _ name: String, to value: [UInt8], for component: PercentEncoding.Component
  ) {
    let item = FormEncoding.join([(name, ProtectedText(octets: value))], for: component)
    let same = items.indices.filter { Self.name(of: items[$0]) == Array(name.utf8) }
    guard let first = same.first else { return items.append(item) }
    items[first] = item
    for index in same.dropFirst().reversed() { items.remove(at: index) }
  }

  private static func name(of item: ProtectedText) -> [UInt8] {
    PercentEncoding.decode(
      Array(item.revealedOctets.prefix { $0 != UInt8(ascii: "=") }), plusIsSpace: true)
  }
}
