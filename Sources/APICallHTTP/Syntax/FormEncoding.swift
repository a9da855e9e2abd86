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
