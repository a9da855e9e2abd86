package import APICallBase

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
