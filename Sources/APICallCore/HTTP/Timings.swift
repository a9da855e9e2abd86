/// Where the time of one exchange went, each from its beginning.
///
/// A point that an exchange never came to is nil: there is no TLS over plain HTTP, and no name to
/// look up on a connection that was kept.
public struct Timings: Sendable, Hashable {
  /// The host's name was looked up (CURLINFO_NAMELOOKUP_TIME_T).
  public var nameLookup: Duration?
  /// The connection stood (CURLINFO_CONNECT_TIME_T).
  public var connect: Duration?
  /// TLS stood (CURLINFO_APPCONNECT_TIME_T).
  public var tls: Duration?
  /// The first octet of the answer came (CURLINFO_STARTTRANSFER_TIME_T).
  public var firstOctet: Duration?
  /// The exchange was over (CURLINFO_TOTAL_TIME_T).
  public var total: Duration?

  /// Creates timings of which nothing is known.
  public init() {}
}
