/// Where the time of one exchange went, each from its beginning.
///
/// A point that an exchange never came to is nil: there is no TLS over plain HTTP, and no name to
/// look up on a connection that was kept.
package struct Timings: Sendable, Hashable {
  /// The host's name was looked up (CURLINFO_NAMELOOKUP_TIME_T).
  package var nameLookup: Duration?
  /// The connection stood (CURLINFO_CONNECT_TIME_T).
  package var connect: Duration?
  /// TLS stood (CURLINFO_APPCONNECT_TIME_T).
  package var tls: Duration?
  /// The first octet of the answer came, an interim one included.
  package var firstOctet: Duration?
  /// The exchange was over (CURLINFO_TOTAL_TIME_T).
  package var total: Duration?

  /// Creates timings of which nothing is known.
  package init() {}
}
