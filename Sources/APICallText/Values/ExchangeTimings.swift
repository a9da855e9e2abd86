package import JSONText

/// The timings of an exchange, each from its beginning.
///
/// A point that the exchange did not reach is nil: there is no TLS in plain HTTP, and no name
/// lookup on a reused connection.
package struct ExchangeTimings: Sendable, Hashable {
  /// The host name was resolved (CURLINFO_NAMELOOKUP_TIME_T).
  package var nameLookup: Duration?
  /// The connection was established (CURLINFO_CONNECT_TIME_T).
  package var connect: Duration?
  /// TLS was established (CURLINFO_APPCONNECT_TIME_T).
  package var tls: Duration?
  /// The first byte of the response arrived, interim responses included.
  package var firstByte: Duration?
  /// The exchange ended (CURLINFO_TOTAL_TIME_T).
  package var total: Duration?

  package init() {}

  /// The times in milliseconds; null for points that were not reached.
  package var json: BuiltJSON {
    .map([
      ("name_lookup", BuiltJSON(milliseconds: nameLookup)),
      ("connect", BuiltJSON(milliseconds: connect)), ("tls", BuiltJSON(milliseconds: tls)),
      ("first_byte", BuiltJSON(milliseconds: firstByte)),
      ("total", BuiltJSON(milliseconds: total)),
    ])
  }
}
