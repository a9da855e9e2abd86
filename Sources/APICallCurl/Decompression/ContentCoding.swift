/// A content coding that can be decoded (RFC 9110, section 8.4.1).
package enum ContentCoding: String, Sendable, CaseIterable {
  /// The gzip format (RFC 1952); several members are one body.
  case gzip
  /// The zlib format (RFC 1950), or its deflate data alone (RFC 1951), which some servers send.
  case deflate
  /// The Brotli format (RFC 7932).
  case br
  /// The Zstandard format (RFC 8878); several frames are one body.
  case zstd

  /// Finds a coding by its name in Content-Encoding.
  package init?(name: String) {
    let name = name.lowercased()
    // RFC 9110, section 8.4.1.3.
    self.init(rawValue: name == "x-gzip" ? "gzip" : name)
  }
}
