package import JSONText

extension Timings {
  /// The times in milliseconds; null for points that were never come to.
  package var json: BuiltJSON {
    .map([
      ("name_lookup", BuiltJSON(milliseconds: nameLookup)),
      ("connect", BuiltJSON(milliseconds: connect)), ("tls", BuiltJSON(milliseconds: tls)),
      ("first_octet", BuiltJSON(milliseconds: firstOctet)),
      ("total", BuiltJSON(milliseconds: total)),
    ])
  }
}
